"""`chaindsl lock`: write down which prompts and flows a project has, so that `check` notices what changes later."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click

from analyzer.files import Finder
from analyzer.lockfile import NAME, Lock, LockError, read_lock
from analyzer.locking import lock_of
from analyzer.mention import mentions
from analyzer.refusal import Problem, Refusal
from analyzer.settings.configuration import Configuration
from analyzer.source.disk import Disk
from analyzer.source.locate import Locator
from analyzer.source.project import Project
from analyzer.source.reading import Reading
from chaindsl.errors import ChainDslError

DIFFERENT = 1
EXAMPLE = "Example: chaindsl lock; in CI: chaindsl lock --check"


@click.command(short_help="Write chaindsl.lock: prompts with their versions, flows with their shapes.", epilog=EXAMPLE)
@click.argument("folder", default=".", metavar="[FOLDER]")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if the file is not up to date.")
def lock(folder: str, check: bool) -> int:
    """Write chaindsl.lock for the project that FOLDER belongs to (this folder unless given), without importing it.

    The file holds the name, version and hash of every prompt that a flow uses, and the shape of every flow. Commit it:
    `chaindsl check` finds prompts whose text has changed while their version has not.

    Exit status: 0 it is written or up to date, 1 it is not up to date, 2 it could not be done.
    """
    if not Path(folder).is_dir():
        raise ChainDslError("no-such-folder", f"{folder!r} is no folder", hint="name the folder of a project")
    found = locks(Path(folder))
    status = 0
    for root, made in sorted(found.items()):
        if check:
            status = max(status, _compare(root, made))
        else:
            _write(root / NAME, made.text())
            click.echo(f"{_shown(root / NAME)}: {_counted(made)}.")
    return status


def locks(folder: Path) -> dict[Path, Lock]:
    """Return the lock of each project below the root of a folder's project, by the folder that it belongs into.

    Raises Refusal if there are files that can't be read, since what is in them would be missing.
    """
    top = Locator().root(folder.resolve())
    here = str(Path.cwd())
    finder = Finder(Configuration(here), here)
    seen = mentions(finder.find((str(top),)))
    project = Project()
    readings = [project.read(Path(source.path), shown=source.shown, content=data) for source, data in seen.files]
    by_root: dict[Path, list[Reading]] = {top: []}
    _expect_whole(readings)
    for reading in readings:
        if reading.module is not None:
            by_root.setdefault(reading.module.root, []).append(reading)
    return {root: lock_of(found) for root, found in by_root.items() if found or root == top}


def _expect_whole(readings: Iterable[Reading]) -> None:
    hint = "repair or exclude it; without it the lock would not be whole"
    problems = [
        Problem("unreadable-source", problem.message, str(problem.place), hint)
        for reading in readings
        for problem in reading.problems
        if reading.text is None
    ]
    if problems:
        raise Refusal(problems)


def _compare(root: Path, made: Lock) -> int:
    try:
        before = read_lock(root, Disk())
    except LockError as error:
        raise ChainDslError("unreadable-lock", f"{_shown(root / NAME)}: {error}", hint="run chaindsl lock") from None
    if before is None:
        click.echo(f"{_shown(root / NAME)}: there is none. Run chaindsl lock.")
        return DIFFERENT
    lines = list(before.differences(made))
    for line in lines:
        click.echo(f"{_shown(root / NAME)}: {line}")
    if not lines:
        click.echo(f"{_shown(root / NAME)}: up to date, {_counted(made)}.")
    return DIFFERENT if lines else 0


def _counted(made: Lock) -> str:
    counts: Iterable[tuple[int, str]] = ((len(made.prompts), "prompt"), (len(made.flows), "flow"))
    return ", ".join(f"{number} {noun if number == 1 else noun + 's'}" for number, noun in counts)


def _shown(path: Path) -> str:
    here = Path.cwd().resolve()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _write(path: Path, text: str) -> None:
    """Put the new file in the place of the old one at once: nobody reads half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{NAME}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
