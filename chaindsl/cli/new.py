"""`chaindsl new`: start a flow in a folder of its own, with all that its checks need. It overwrites nothing."""

import keyword
import re
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import click

from chaindsl import __version__
from chaindsl.cli.new_pattern import PATTERNS, rendered
from chaindsl.errors import ChainDslError

LONGEST = 40
TAKEN = {"chaindsl", "analyzer", "docs", "prompts", "test", "tests"}
EXAMPLE = "Example: chaindsl new refunds --pattern workflow"
HELP = "How the flow is built: " + " ".join(f"{name}: {one.purpose}" for name, one in PATTERNS.items())


@click.command(short_help="Start a flow: contracts, prompts, validators, tests, checks.", epilog=EXAMPLE)
@click.argument("name")
@click.option("--pattern", type=click.Choice(list(PATTERNS)), default="sequential", show_default=True, help=HELP)
@click.option("--folder", metavar="DIR", help="Where it is written; else a folder NAME in this one.")
@click.option("--flow-only", is_flag=True, help="Without settings, lock and pages: for a project that has its own.")
def new(name: str, pattern: str, folder: str | None, flow_only: bool) -> None:
    """Start a flow called NAME: its contracts, prompts, validators, tests and, for a project, its checks.

    NAME becomes a Python module, so it is written like one: `refunds`, `order_triage`. What is written passes
    `chaindsl check`, ruff, mypy and its own tests as it stands. A file that is there already is never overwritten.

    Exit status: 0 all is written, 2 nothing is.
    """
    _expect_name(name)
    where = Path(folder or name)
    made = rendered(pattern, name, __version__, flow_only=flow_only)
    if not flow_only:
        made |= _derived(made)
    _write(where, made)
    for path in sorted(made):
        click.echo(f"wrote {(where / path).as_posix()}")
    click.echo("\nNext:")
    for line in _next(name, where, PATTERNS[pattern].example, flow_only=flow_only):
        click.echo(f"  {line}")


def _expect_name(name: str) -> None:
    """Refuse a name that would be no module, or would hide one that is needed."""
    proper = re.sub(r"\W+", "_", name.lower(), flags=re.ASCII).strip("_")[:LONGEST]
    shown = repr(name if len(name) <= LONGEST else f"{name[:LONGEST]}…")
    wrong = None
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name, re.ASCII) or len(name) > LONGEST or keyword.iskeyword(name):
        wrong = f"{shown} can't be a module of lower-case letters, digits and _, at most {LONGEST} in all"
    elif name in TAKEN or name in sys.stdlib_module_names or _is_installed(name):
        wrong = f"{shown} would hide the module that is called so already"
    if wrong:
        usable = proper[:1].isalpha() and proper != name and not keyword.iskeyword(proper)
        hint = f"call it {proper}" if usable else "call it by what it does, as in order_triage"
        raise ChainDslError("bad-name", wrong, name, hint=hint)


def _is_installed(name: str) -> bool:
    """Say whether a package of the environment has the name; what lies in the user's own folders doesn't count."""
    spec = find_spec(name)
    places = [spec.origin, *(spec.submodule_search_locations or ())] if spec else []
    return any({"site-packages", "dist-packages"} & set(Path(place).parts) for place in places if place)


def _derived(made: dict[str, str]) -> dict[str, str]:
    """Return what is made from the flow: its pages with the contract table, and the lock of its prompts."""
    # What reads flows is heavy, and needed after the name was accepted only.
    from analyzer.lockfile import NAME  # noqa: PLC0415 - see above
    from chaindsl.cli.lock import locks  # noqa: PLC0415 - see above
    from chaindsl.review.pages.folder import pages_of  # noqa: PLC0415 - see above
    from chaindsl.review.project import view_project  # noqa: PLC0415 - see above

    with tempfile.TemporaryDirectory(prefix="chaindsl-new-") as aside:
        root = Path(aside).resolve()
        _write(root, made)
        view = view_project(["."], str(root))
        pages = pages_of([flow.graph for file in view.files for flow in file.flows])
        [lock] = locks(root).values()
    return {NAME: lock.text()} | {f"docs/{file}": text for file, text in pages.items()}


def _write(folder: Path, texts: dict[str, str]) -> None:
    """Write all files or, where one is there already, none."""
    there = sorted(path for path in texts if (folder / path).exists() or (folder / path).is_symlink())
    if there:
        what = f"{folder} has {', '.join(there)} already, and nothing is overwritten"
        hint = "choose another name, another place with --folder, or --flow-only where a project has its settings"
        raise ChainDslError("file-exists", what, hint=hint)
    try:
        for path, text in texts.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        what = f"{error.filename or folder} can't be written: {error.strerror or error}"
        raise ChainDslError("not-written", what, hint="choose another place with --folder") from error


def _next(name: str, where: Path, example: str, *, flow_only: bool) -> list[str]:
    enter = [] if where.resolve() == Path.cwd().resolve() else [f"cd {where.as_posix()}"]
    first = ["chaindsl check", "pytest", f"chaindsl draw {name}.py -o {name}.svg", f"chaindsl run {name}.py {example}"]
    if flow_only:
        return [*enter, *first, "chaindsl lock      # in the project's folder: its prompts have versions from now on"]
    tools = "python -m pip install pytest ruff mypy pre-commit"
    return [*enter, tools, *first, "git init && git add . && pre-commit install && pre-commit run --all-files"]
