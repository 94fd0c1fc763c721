"""Imports a file of the user's and finds things in it. Only commands that say so do this; checking never does.

The user's folders are appended to `sys.path`, never put first: a file of theirs called `analyzer.py` or `queue.py`
must not take the place of ours or of the standard library's.
"""

import importlib
import importlib.util
import os
import re
import sys
import sysconfig
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from chaindsl.cli.target import Target
from chaindsl.errors import ChainDslError, FlowError
from chaindsl.graph.nearest import nearest
from chaindsl.language.flow import Flow
from chaindsl.review.yaml_file import is_yaml

T = TypeVar("T")
INSTALLED = (sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
LONGEST = 200
NOT_THEIRS = (Path(__file__).parent.parent, *map(Path, INSTALLED))


def load_flow(target: Target) -> tuple[ModuleType, Flow]:
    """Import a file and return it with the flow that is called so, as a variable or by its own name.

    Raises ChainDslError: those of `load_module`, `no-such-flow` with the nearest names, and `which-flow` where a choice
    has to be made. A wrong definition in the file is a FlowError.
    """
    if is_yaml(target.file):
        return load_yaml(target)
    module = load_module(target.file)
    symbols = {symbol: thing for symbol, thing in vars(module).items() if isinstance(thing, Flow)}
    flows = {flow.name: flow for flow in symbols.values()} | symbols
    if not flows:
        hint = "make one with chain() or workflow()"
        raise ChainDslError("no-such-flow", f"{target.file} has no flow", hint=hint)
    if not target.flow and len(set(symbols.values())) == 1:
        return module, next(iter(symbols.values()))
    if not target.flow:
        hint = f"say which, as in {target.file}:{next(iter(symbols))}"
        raise ChainDslError("which-flow", f"{target.file} has several flows: {', '.join(symbols)}", hint=hint)
    if target.flow not in flows:
        hint = nearest(target.flow, flows)
        raise ChainDslError("no-such-flow", f"{target.file} has no flow {target.flow!r}", hint=hint)
    return module, flows[target.flow]


def load_yaml(target: Target) -> tuple[ModuleType, Flow]:
    """Run what a file of YAML says in Python, and return it with the workflow that the target names.

    Raises FlowError with everything that stands in the way, and ChainDslError as `load_flow` does.
    """
    from chaindsl.cli.yaml_source import workflow_of, yaml_module  # noqa: PLC0415 - only files of YAML need it

    existing(target.file)
    module, python = yaml_module(target.file)
    return module, vars(module)[workflow_of(python, target)]


def load_module(file: str) -> ModuleType:
    """Import a file under the name that it has in its project.

    Raises ChainDslError: `no-such-file`, or `import-failed` with the place where the file's code gave up.
    """
    path = existing(file)
    roots = import_roots(path)
    append_to_path(*roots)
    name = proper_name(path, roots)
    known = sys.modules.get(name)
    if known is not None:
        return known
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ChainDslError("import-failed", f"{file} is no Python file", file, hint="its name ends with .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader = spec.loader
    imported(file, lambda: loader.exec_module(module), lambda: sys.modules.pop(name, None))
    return module


def existing(file: str) -> Path:
    """Return the whole path of a file that is there."""
    try:
        path = Path(file).resolve()
        if path.is_file():
            return path
    except (OSError, ValueError):
        pass  # too long for a path, a loop of links, or a null byte: no file either
    shown_name = file if len(file) <= LONGEST else f"{file[:LONGEST]}…"
    what = "a folder, not a file" if os.path.isdir(file) else "there is no such file"  # noqa: PTH112 - never raises
    raise ChainDslError("no-such-file", f"{shown_name!r}: {what}", hint="name a flow as in flows.py:qa")


def load_symbol(address: str) -> object:
    """Return what `module:name` stands for. Raises ChainDslError when there is no such thing."""
    module_name, colon, symbol = address.partition(":")
    if not (module_name and colon and symbol):
        raise ChainDslError("bad-address", f"{address!r} is no address", hint="write module:name")
    append_to_path(Path.cwd())
    found: object = imported(module_name, lambda: importlib.import_module(module_name))
    for part in symbol.split("."):
        if not hasattr(found, part):
            hint = nearest(part, public_names(found))
            raise ChainDslError("no-such-name", f"{module_name} has no {symbol}", hint=hint)
        found = getattr(found, part)
    return found


def public_names(thing: object) -> list[str]:
    """Return the names that somebody may have meant."""
    return [name for name in vars(thing) if not name.startswith("_")] if hasattr(thing, "__dict__") else []


def imported(subject: str, action: Callable[[], T], undo: Callable[[], object] = lambda: None) -> T:
    """Return what `action` returns; whatever the user's module raises becomes one line with its place."""
    try:
        return action()
    except FlowError:
        undo()
        raise
    except (Exception, SystemExit) as error:
        undo()
        hint = "mend it there; what the file needs must be installed in this environment"
        raise ChainDslError(
            "import-failed", f"{subject} can't be imported: {said(error)}", subject, hint=hint
        ) from error


def said(error: BaseException) -> str:
    """Return an exception as one line: its class, its text, and the line of the user's code that raised it."""
    if isinstance(error, SyntaxError) and error.filename:
        line = f":{error.lineno}" if error.lineno else ""
        return f"{type(error).__name__}: {error.msg} ({shown(error.filename)}{line})"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if is_users(frame.filename)]
    place = f" ({shown(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"


def is_users(file: str) -> bool:
    """Say whether code is the user's: neither ours, nor installed, nor of the standard library."""
    return not file.startswith("<") and not any(Path(file).is_relative_to(folder) for folder in NOT_THEIRS)


def shown(file: str) -> str:
    """Return a file's path, from the working folder where it lies in it."""
    path = Path(file)
    return path.relative_to(Path.cwd()).as_posix() if path.is_relative_to(Path.cwd()) else file


def import_roots(path: Path) -> list[Path]:
    """Return the folders that a file's imports may start from: those of its project, then its own."""
    project = next((folder for folder in path.parents if (folder / "pyproject.toml").is_file()), None)
    roots = [project / "src", project, path.parent] if project else [path.parent]
    return [folder for folder in dict.fromkeys(roots) if folder.is_dir()]


def append_to_path(*folders: Path) -> None:
    """Append folders to `sys.path`, each once."""
    sys.path.extend(str(folder) for folder in folders if str(folder) not in sys.path)


def proper_name(path: Path, roots: list[Path]) -> str:
    """Return the dotted name of a file from the first root it lies in.

    Where that name would lead to something else (`json.py` beside a flow), or is no name at all, it is one of its own.
    """
    root = next(folder for folder in roots if path.is_relative_to(folder))
    parts = path.relative_to(root).with_suffix("").parts
    name = ".".join(parts)
    taken = name in sys.modules and getattr(sys.modules[name], "__file__", None) != str(path)
    if all(part.isidentifier() for part in parts) and leads_to(parts, root, path) and not taken:
        return name
    return "chaindsl_user_" + re.sub(r"\W", "_", path.as_posix())


def leads_to(parts: tuple[str, ...], root: Path, path: Path) -> bool:
    """Say whether the first part of a name is found in this root, and is not something that was found before it."""
    try:
        spec = importlib.util.find_spec(parts[0])
    except (ImportError, ValueError):
        return False
    if spec is None:
        return False
    expected = {root / parts[0], path if len(parts) == 1 else root / parts[0] / "__init__.py"}
    places = [spec.origin, *(spec.submodule_search_locations or ())]
    return any(place is not None and Path(place).resolve() in expected for place in places)
