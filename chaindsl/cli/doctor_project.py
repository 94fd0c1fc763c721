"""What `chaindsl doctor` looks at in a project: settings, flows, the lock file, pre-commit, the store.

Flows are read and never imported; nothing is written, and a store that is not there is not made.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from analyzer.files import Finder
from analyzer.lockfile import NAME, LockError, read_lock
from analyzer.mention import mentions
from analyzer.settings.configuration import Configuration
from analyzer.source.disk import Disk
from analyzer.source.locate import Locator
from analyzer.source.project import Project
from chaindsl.cli.doctor_check import Told, absent, good, told, wrong
from chaindsl.cli.lock import locks
from chaindsl.cli.store_address import FILE, FOLDER, VARIABLE
from chaindsl.store.catalogue import open_store

HOOKS = ".pre-commit-config.yaml"
MOST = 8
"""Flows that are named; of more, these first and the number of the others."""


def project(start: Path, store: str | None) -> Iterator[Told]:
    """Yield what there is to say of the project that an absolute folder belongs to."""
    root = Locator().root(start)
    settled = list(told("settings", lambda: _settings(root)))
    yield from settled
    if all(one.state != "wrong" for one in settled):
        yield from told("flows", lambda: _flows(root))
        yield from told("lock", lambda: _lock(root))
    yield from told("pre-commit", lambda: _hooks(root))
    yield from told("store", lambda: _store(start, store))


def _settings(root: Path) -> Iterator[Told]:
    file = root / "pyproject.toml"
    if not file.is_file():
        said = f"no pyproject.toml in {root} or above, so flows import from their own folder only"
        yield absent("settings", said, "chaindsl new NAME starts a project with all of it")
        return
    configuration = Configuration(str(root))
    source = configuration.at(str(root)).source
    # Finding the files reads the settings of the folders below, too.
    Finder(configuration, str(root)).find((".",))
    yield good("settings", f"{file}, {'[tool.chaindsl]' if source else 'without [tool.chaindsl]'}")


def _flows(root: Path) -> Iterator[Told]:
    seen = mentions(Finder(Configuration(str(root)), str(root)).find((".",)))
    reader = Project()
    readings = [reader.read(Path(one.path), shown=one.shown, content=data) for one, data in seen.files]
    for reading in readings:
        for problem in reading.problems if reading.text is None else ():
            yield wrong("flows", f"{problem.place}: {problem.message}", "repair or exclude it")
    names = [f"{reading.file}:{name}" for reading in readings for flow in reading.flows for name in flow.symbols[:1]]
    total = sum(len(reading.flows) for reading in readings)
    if not total:
        yield absent("flows", f"none in {seen.looked} Python files", "chaindsl new NAME starts one")
        return
    more = f" and {total - MOST} more" if total > MOST else ""
    yield good("flows", f"{total}: {', '.join(names[:MOST])}{more}")


def _lock(root: Path) -> Iterator[Told]:
    for folder, made in sorted(locks(root).items()):
        path = folder / NAME
        try:
            before = read_lock(folder, Disk())
        except LockError as error:
            yield wrong("lock", f"{path}: {error}", f"chaindsl lock {folder}")
            continue
        if before is None and (made.prompts or made.flows):
            said = f"no {path}, so a prompt that changes under its old version is not noticed"
            yield absent("lock", said, f"chaindsl lock {folder}, then commit it")
        elif before is not None:
            lines = list(before.differences(made))
            if lines:
                yield wrong("lock", f"{path} is out of date: {'; '.join(lines)}", f"chaindsl lock {folder}")
            else:
                yield good("lock", f"{path} is up to date")


def _hooks(root: Path) -> Iterator[Told]:
    top = next((one for one in (root, *root.parents) if (one / ".git").exists()), None)
    if top is None:
        yield absent("pre-commit", f"{root} is in no git repository", "git init")
        return
    config = top / HOOKS
    if not config.is_file() or b"chaindsl" not in config.read_bytes():
        yield absent(
            "pre-commit", f"{config} runs no check of flows", "add a local hook with the entry `chaindsl check`"
        )
        return
    hook = _git_folder(top) / "hooks" / "pre-commit"
    if not hook.is_file():
        yield wrong("pre-commit", f"{config} is there, and its hook is not installed", "pre-commit install")
    else:
        yield good("pre-commit", f"{config}, installed")


def _git_folder(top: Path) -> Path:
    """Return the folder of the repository, which a worktree shares with the one that it was made from."""
    place = top / ".git"
    if place.is_file():
        own = top / place.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        common = own / "commondir"
        return own / common.read_text(encoding="utf-8").strip() if common.is_file() else own
    return place


def _store(start: Path, asked: str | None) -> Iterator[Told]:
    usual = start / FOLDER / FILE
    said = asked or os.environ.get(VARIABLE)
    address = said or str(usual)
    path = Path(address.removeprefix("sqlite:"))
    is_file = "://" not in address and address != "memory:"
    if is_file and not path.exists():
        where = str(path) if said else f"{usual}, the usual place"
        yield absent("store", f"none yet at {where}", "chaindsl runs start FILE:FLOW makes it")
        return
    store = open_store(address)
    try:
        damages = store.damages()
        runs = len(store.heads(limit=10_000))
    finally:
        store.close()
    # An address may hold a password, so only that of a file is shown.
    shown = str(path) if is_file else address.partition(":")[0]
    if damages:
        first = f"{damages[0]}{f' and {len(damages) - 1} more' if len(damages) > 1 else ''}"
        yield wrong("store", f"{shown} is damaged: {first}", "chaindsl runs verify names all; restore a copy")
    else:
        yield good("store", f"{shown}: {runs} run{'s' * (runs != 1)}, all as written")
