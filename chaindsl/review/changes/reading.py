"""From what was asked for to what differs: opens both sides, reads what may matter, and compares it."""

import gc
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from analyzer.files import SKIPPED_FOLDERS, Finder
from analyzer.refusal import Problem, Refusal
from analyzer.settings.configuration import Configuration
from analyzer.settings.settings import Settings
from analyzer.source.disk import Disk
from analyzer.sweep import Engine
from chaindsl.graph.nearest import nearest
from chaindsl.review.changes.affected import affected, differing
from chaindsl.review.changes.basesettings import BaseSettings
from chaindsl.review.changes.blobs import opened
from chaindsl.review.changes.compare import compare
from chaindsl.review.changes.difference import Difference, FlowDifference
from chaindsl.review.changes.repository import SUBMODULE, Entry
from chaindsl.review.changes.revision import Revision, committed, working
from chaindsl.review.changes.snapshot import Snapshot, read
from chaindsl.review.changes.span import Files, Span
from chaindsl.review.changes.told import with_findings


@dataclass(frozen=True)
class _Sides:
    """Both sides, the files of either that may matter, the paths that were named, and notes on what is not read."""

    old: Revision
    new: Revision
    paths: list[str]
    settings: BaseSettings
    inner: tuple[str, ...]
    changed: Collection[str]
    notes: tuple[str, ...] = ()


def difference(asked: Files | Span, folder: Path, engine: Engine) -> Difference:
    """Return what differs; `engine` checks files of YAML as well.

    Paths in it are relative to the top of the repository, or as they were given. Raises ChainDslError and Refusal for
    what can't be read; what could not be read on the old side only is a note.
    """
    threshold = gc.get_threshold()
    # Trees of source are many small objects that live on: looking through them again and again takes a fifth longer.
    gc.set_threshold(200_000, 20, 100)
    try:
        if isinstance(asked, Files):
            return _of_files(asked, folder, engine)
        return _of_revisions(asked, folder, engine)
    finally:
        gc.set_threshold(*threshold)


def _of_revisions(asked: Span, folder: Path, engine: Engine) -> Difference:
    with _sides(asked, folder) as sides:
        before, after = (read(side, sides.paths, sides.settings.of, engine) for side in (sides.old, sides.new))
        for side in (before, after):
            # One that can't be read on either side, and is the same on both, hides nothing.
            side.unreadable = [one for one in side.unreadable if one.place.file in sides.changed]
        _expect_read(after)
        inner, files = sides.inner, (sides.old.files, sides.new.files)
        flows, found, gone = with_findings(compare(before, after), before.findings, after.findings, files)
        notes = (*sides.notes, *_unread(before, asked.old_name), *_failed(before, after))
        return Difference(
            asked.old_name,
            asked.new_name,
            tuple(flow for flow in flows if _wanted(flow, inner)),
            tuple(one for one in found if _below(one.place.file, inner)),
            tuple(one for one in gone if _below(one.place.file, inner)),
            notes,
        )


@contextmanager
def _sides(asked: Span, folder: Path) -> Iterator[_Sides]:
    repository = asked.repository
    with opened(repository.top) as blobs:
        old = committed(repository, asked.old, blobs)
        if asked.new is None:
            finder = Finder(Configuration(str(folder)), str(folder))
            new, searched = working(repository, old.files, finder), asked.old
        else:
            new = committed(repository, asked.new, blobs)
            searched = asked.new
        changed = dict.fromkeys(differing(old.files, new.files))
        known = old.files if asked.new is None else new.files
        paths = affected(
            changed,
            old.files,
            new.files,
            lambda words: repository.speaking(searched, words),
            lambda path: blobs.load(known[path].oid),
        )
        settings, inner = BaseSettings(old), _inner_paths(asked, {**old.files, **new.files}, folder)
        # A flow may have moved from where was asked for to elsewhere, so all that differs is read.
        wanted = [path for path in paths if path in changed or _below(path, inner)]
        kept = [path for path in wanted if not _left_out(path, str(old.path(path)), settings)]
        yield _Sides(old, new, kept, settings, inner, changed, tuple(_submodules(changed, old, new)))


def _left_out(path: str, whole: str, settings: BaseSettings) -> bool:
    """Whether a check of the whole repository, as it was, would not have read a file."""
    return not SKIPPED_FOLDERS.isdisjoint(path.split("/")[:-1]) or settings.of(path).covers(whole)


def _submodules(changed: Iterable[str], old: Revision, new: Revision) -> Iterator[str]:
    for path in changed:
        entries: list[Entry] = [files[path] for files in (old.files, new.files) if path in files]
        if any(entry.mode == SUBMODULE for entry in entries):
            yield f"{path} is a submodule that has changed; what is in it was not read"


def _inner_paths(asked: Span, files: Mapping[str, Entry], folder: Path) -> tuple[str, ...]:
    """The paths that were named, from the top. Raises Refusal for each that stands for nothing here."""
    found: list[str] = []
    problems: list[Problem] = []
    for word in asked.paths:
        whole = Path(os.path.normpath(folder / word))
        top = asked.repository.top
        if not whole.is_relative_to(top):
            problems.append(Problem("path-outside", f"{word!r} lies outside of the repository {str(top)!r}"))
            continue
        inner = whole.relative_to(top).as_posix()
        problem = _wrong(word, inner, files)
        if problem is not None:
            problems.append(problem)
        found.append("" if inner == "." else inner)
    if problems:
        raise Refusal(problems)
    return tuple(found)


def _wrong(word: str, inner: str, files: Mapping[str, Entry]) -> Problem | None:
    for path, entry in files.items():
        if entry.mode == SUBMODULE and (inner == path or inner.startswith(f"{path}/")):
            return Problem("submodule", f"{word!r} is in the submodule {path!r}", "", "give this command in there")
    if inner == "." or inner in files or any(path.startswith(f"{inner}/") for path in files):
        return None
    return Problem("no-such-path", f"{word!r} is in neither revision", "", nearest(inner, files))


def _wanted(flow: FlowDifference, inner: tuple[str, ...]) -> bool:
    return any(one is not None and _below(one.file, inner) for one in (flow.old, flow.new))


def _below(path: str, inner: tuple[str, ...]) -> bool:
    return not inner or any(not one or path == one or path.startswith(f"{one}/") for one in inner)


def _expect_read(side: Snapshot) -> None:
    if side.unreadable:
        hint = "repair it, so that nothing in it goes unseen"
        raise Refusal(Problem("unreadable-source", one.message, str(one.place), hint) for one in side.unreadable)


def _unread(side: Snapshot, name: str) -> Iterator[str]:
    for one in side.unreadable:
        yield f"{one.place} could not be read in {name} ({one.message}); its flows count as new"


def _failed(*sides: Snapshot) -> Iterator[str]:
    for side in sides:
        yield from (f"{one.shown}: {one.reason}" for one in side.failures)


def _of_files(asked: Files, folder: Path, engine: Engine) -> Difference:
    configuration = Configuration(str(folder))

    def settings(path: str) -> Settings:
        return configuration.at(str((folder / path).parent))

    snapshots = []
    for path in (asked.old, asked.new):
        files = {path: Entry("100644", "")}
        snapshots.append(read(Revision(folder, files, Disk()), [path], settings, engine))
        _expect_read(snapshots[-1])
    before, after = snapshots
    pairs = compare(before, after, one_file=True)
    flows, found, gone = with_findings(pairs, before.findings, after.findings, ((asked.old,), (asked.new,)))
    return Difference(asked.old, asked.new, tuple(flows), tuple(found), tuple(gone), tuple(_failed(before, after)))
