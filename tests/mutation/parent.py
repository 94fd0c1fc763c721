"""A clean module to seed defects in: its text, its flows as the check sees them, and where in the text things stand."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from analyzer.check import check_reading
from analyzer.finding import Finding, Severity
from analyzer.rules.registry import RULES
from analyzer.source.project import Project
from analyzer.source.reading import Reading, SourceFlow
from chaindsl.graph.flow import Transition, Workflow
from chaindsl.graph.step import Step
from chaindsl.graph.walk import flow_steps

ROOT = Path(__file__).parents[2]
DEFAULT = frozenset(code for code, entry in RULES.items() if entry.default)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Edit:
    """Replace the bytes from `start` to `end`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Work:
    """A step or the work of a transition: its graph, its function, and the call that declares it."""

    step: Step
    node: Function
    declared: ast.Call
    flow: SourceFlow
    transition: Transition | None = None

    @property
    def name(self) -> str:
        """The function's name."""
        return self.node.name

    @property
    def options(self) -> dict[str, ast.keyword]:
        """What the decorator is told, by name."""
        return {keyword.arg: keyword for keyword in self.declared.keywords if keyword.arg}

    @property
    def parameters(self) -> list[ast.arg]:
        """The positional parameters that keys must be there for."""
        required = {read.parameter for read in self.step.reads if not read.optional and read.source == "key"}
        return [arg for arg in self.node.args.args if arg.arg in required]

    @property
    def asks(self) -> bool:
        """Whether it is handed a model."""
        return any(tool.kind == "model" for tool in self.step.tools)


class Parent:
    """One module."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(ROOT).as_posix()
        self.data = path.read_bytes()
        self.tree = ast.parse(self.data)
        starts = [0]
        for line in self.data.split(b"\n"):
            starts.append(starts[-1] + len(line) + 1)
        self._starts = starts

    def read(self, data: bytes | None = None) -> Reading:
        """What the check reads in the module, or in other bytes in its place."""
        return Project().read(self.path, shown=self.name, content=self.data if data is None else data)

    def findings(self, data: bytes | None = None) -> list[Finding]:
        """What the default rules find, information aside."""
        found = check_reading(self.read(data), DEFAULT)
        return [one for one in found if one.severity is not Severity.INFO and not one.on_request]

    @cached_property
    def flows(self) -> tuple[SourceFlow, ...]:
        """The flows that the module defines, each text of one once."""
        found: dict[tuple[int, int], SourceFlow] = {}
        for flow in self.read().flows:
            place = flow.graph.place
            if place is not None and place.file == self.name:
                found.setdefault((place.line, place.column), flow)
        return tuple(found.values())

    @cached_property
    def works(self) -> tuple[Work, ...]:
        """The steps and works of all flows, each function once."""
        found: dict[str, Work] = {}
        for flow in self.flows:
            body = flow.graph.body
            of = {id(t.work): t for t in body.transitions} if isinstance(body, Workflow) else {}
            for step in flow_steps(flow.graph):
                known = flow.bodies.get(step.place) if step.place is not None else None
                if known is None or not isinstance(known.node, Function):
                    continue
                declared = next((d for d in known.node.decorator_list if isinstance(d, ast.Call)), None)
                if declared is not None and step.name == (step.function.rpartition(".")[2] or step.name):
                    found.setdefault(known.node.name, Work(step, known.node, declared, flow, of.get(id(step))))
        return tuple(found.values())

    @cached_property
    def calls(self) -> tuple[tuple[SourceFlow, ast.Call], ...]:
        """The calls that make the flows."""
        found = []
        for flow in self.flows:
            place = flow.graph.place
            at = None if place is None else (place.line, place.column - 1)
            nodes = (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))
            found += [(flow, node) for node in nodes if (node.lineno, node.col_offset) == at][:1]
        return tuple(found)

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Where a node begins and ends, in bytes."""
        return (
            self._starts[node.lineno - 1] + node.col_offset,  # type: ignore[attr-defined]
            self._starts[node.end_lineno - 1] + node.end_col_offset,  # type: ignore[attr-defined]
        )

    def text(self, node: ast.AST) -> str:
        """The source of a node."""
        start, end = self.span(node)
        return self.data[start:end].decode()

    def replace(self, node: ast.AST, text: str) -> Edit:
        """Write something else in the place of a node."""
        return Edit(*self.span(node), text)

    def leave_out(self, node: ast.AST) -> Edit:
        """Take out an element of a list of arguments or elements, with the comma behind it."""
        start, end = self.span(node)
        while self.data[end : end + 1] in (b" ", b"\n"):
            end += 1
        if self.data[end : end + 1] == b",":
            end += 1
            return Edit(start, end, "")
        start, end = self.span(node)
        while self.data[start - 1 : start] in (b" ", b"\n"):
            start -= 1
        return Edit(start - 1 if self.data[start - 1 : start] == b"," else start, end, "")

    def into(self, call: ast.Call, text: str) -> Edit:
        """Add an argument at the end of a call."""
        end = self.span(call)[1] - 1
        before = self.data[:end].rstrip()
        return Edit(end, end, text if before.endswith((b",", b"(")) else f", {text}")

    def above(self, node: ast.stmt, text: str) -> Edit:
        """Add statements above one, in its indentation."""
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        at = self._starts[first - 1]
        indent = " " * node.col_offset
        return Edit(at, at, "".join(f"{indent}{line}\n" if line else "\n" for line in text.split("\n")))

    def statement_of(self, node: ast.AST) -> ast.stmt:
        """The outermost statement that a node is in."""
        start, end = self.span(node)
        return next(one for one in self.tree.body if self._start(one) <= start and end <= self.span(one)[1])

    def _start(self, statement: ast.stmt) -> int:
        decorators = getattr(statement, "decorator_list", [])
        return min(self.span(part)[0] for part in (statement, *decorators))

    def edited(self, *edits: Edit) -> bytes:
        """The module with these changes."""
        data = self.data
        for edit in sorted(edits, key=lambda one: (one.start, one.end), reverse=True):
            data = data[: edit.start] + edit.text.encode() + data[edit.end :]
        return data


def parents() -> Iterator[Parent]:
    """Every clean module: the examples, and the clean flows of one file."""
    for folder in (ROOT / "examples", ROOT / "tests" / "clean"):
        for path in sorted(folder.glob("*.py")):
            yield Parent(path)
