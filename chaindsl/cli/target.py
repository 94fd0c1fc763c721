"""`FILE:FLOW`: finds one flow in the source of a file, which is never imported.

It must not know what the flow is wanted for.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from analyzer.source.project import Project
from analyzer.source.reading import Problem, Reading, SourceFlow
from analyzer.source.text import decode, load
from analyzer.source.tree import parse
from analyzer.source.trouble import TroubleError
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow
from chaindsl.graph.nearest import nearest
from chaindsl.review.yaml_file import is_yaml

_LONGEST = 200
"""How much of what was asked for is said back."""


@dataclass(frozen=True, slots=True)
class Target:
    """A file and what to look for in it: a variable or a flow's name, or nothing where the file has one flow."""

    file: str
    flow: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A flow as its source says it, and a name for it that is fit for a file."""

    graph: Flow
    stem: str


def parse_target(text: str) -> Target:
    """Split a target at the colon that leaves a file which is there, or at the last one.

    So a drive's letter, and a colon in a flow's name, do no harm.
    """
    colons = [at for at, char in enumerate(text) if char == ":"]
    for at in (len(text), *reversed(colons)):
        if _is_file(text[:at]):
            return Target(text[:at], text[at + 1 :])
    file, _, flow = text.rpartition(":") if colons else (text, "", "")
    if re.search(r"[/\\]", flow) or (len(file) == 1 and flow.endswith(".py")):
        # The colon is a drive's.
        return Target(text)
    return Target(file, flow)


def find_flow(text: str) -> Found:
    """Return the flow that a target names.

    Raises ChainDslError: `no-such-file`, `unreadable-source`, `no-such-flow` with the nearest names, or
    `which-flow` where a choice has to be made.
    """
    target = parse_target(text)
    if not _is_file(target.file):
        raise _missing(target.file)
    if is_yaml(target.file):
        from chaindsl.cli.yaml_source import yaml_graph  # noqa: PLC0415 - only files of YAML need it

        graph = yaml_graph(target)
        return Found(graph, _stem(str(graph.name)))
    found, _ = find_source(target)
    return Found(found.graph, _stem(target.flow or next(_names(found), "flow")))


def find_source(target: Target) -> tuple[SourceFlow, str]:
    """Return the flow of a Python file that a target names, with the text of the file. Raises as `find_flow` does."""
    path = Path(target.file)
    if not _is_file(target.file):
        raise _missing(target.file)
    reading = Project().read(path, shown=target.file)
    for problem in reading.problems if reading.text is None else ():
        raise _unreadable(problem)
    if reading.text is None:
        _parse(path, target.file)
    return _chosen(reading, target), reading.text or ""


def _is_file(text: str) -> bool:
    try:
        return bool(text) and Path(text).is_file()
    except (OSError, ValueError):
        # Too long for a path, or with a null byte.
        return False


def _missing(file: str) -> ChainDslError:
    shown = file if len(file) <= _LONGEST else f"{file[:_LONGEST]}…"
    what = "a folder, not a file" if file and len(file) <= _LONGEST and Path(file).is_dir() else "there is no such file"
    return ChainDslError("no-such-file", f"{shown!r}: {what}", hint="name a flow as in flows.py:qa")


def _parse(path: Path, file: str) -> None:
    """Say what is wrong with a file that was passed over, since no flow can be in it."""
    try:
        parse(decode(load(path, 512 * 1024)))
    except TroubleError as error:
        raise _unreadable(error.problem(file)) from None


def _unreadable(problem: Problem) -> ChainDslError:
    return ChainDslError("unreadable-source", problem.message, place=problem.place)


def _chosen(reading: Reading, target: Target) -> SourceFlow:
    outer = [flow for flow in reading.flows if not flow.scope]
    inner = [flow for flow in reading.flows if flow.scope]
    for group in (outer, inner):
        for names in (lambda flow: flow.symbols, _names):
            fitting = [flow for flow in group if not target.flow or target.flow in names(flow)]
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                raise _ambiguous(target, fitting)
    known = [name for flow in (*outer, *inner) for name in _names(flow)]
    if not known:
        raise ChainDslError("no-such-flow", f"{target.file} has no flow", hint="make one with chain() or workflow()")
    raise ChainDslError("no-such-flow", f"{target.file} has no flow {target.flow!r}", hint=nearest(target.flow, known))


def _ambiguous(target: Target, flows: list[SourceFlow]) -> ChainDslError:
    if target.flow:
        lines = ", ".join(str(flow.graph.place.line) for flow in flows if flow.graph.place)
        hint = f"they stand in lines {lines}; give each a variable of its own"
        return ChainDslError("which-flow", f"{target.file} has {len(flows)} flows called {target.flow!r}", hint=hint)
    names = ", ".join(next(_names(flow), "?") for flow in flows)
    hint = f"say which, as in {target.file}:{next(_names(flows[0]), 'NAME')}"
    return ChainDslError("which-flow", f"{target.file} has {len(flows)} flows: {names}", hint=hint)


def _names(flow: SourceFlow) -> Iterator[str]:
    yield from flow.symbols
    if isinstance(flow.graph.name, str):
        yield flow.graph.name


def _stem(name: str) -> str:
    return re.sub(r"[^\w-]+", "_", name)[:100].strip("_") or "flow"
