"""Draws the parts of a chain. Each part takes the ways that lead to it and returns the ways that lead on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from chaindsl.draw.canvas import Canvas, Exit
from chaindsl.draw.contract import calls_model, contract
from chaindsl.draw.model import Frame, Line, Role
from chaindsl.draw.wording import count, cut, name
from chaindsl.graph.flow import Branch, Flow, Hole, Nested, Parallel, Part, Repeat, Route
from chaindsl.graph.outputs import part_writes
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown

Exits: TypeAlias = list[Exit]
DrawFlow: TypeAlias = Callable[[Canvas, Flow, Exits], Exits]
"""Draws a flow inside another; `flow` hands it down, since chains and workflows hold each other."""


@dataclass(slots=True)
class _Loop:
    """A repeat that is being drawn, and the ways that have left it so far."""

    part: Repeat
    left: Exits = field(default_factory=list)


def reason(unknown: Unknown) -> tuple[str, ...]:
    """Return why something is not known, as lines."""
    return (unknown.why.value.replace("-", " "), *([cut(unknown.text)] if unknown.text else ()))


class ChainDrawer:
    """Draws one chain's parts. It keeps the loops around the part that it draws, outermost first."""

    def __init__(self, canvas: Canvas, nested: DrawFlow) -> None:
        self._canvas = canvas
        self._nested = nested
        self._loops: list[_Loop] = []

    def parts(self, parts: Iterable[Part], ways: Exits) -> Exits:
        """Draw parts one after another and return the ways that lead on from the last."""
        for part in parts:
            ways = self._leaving(part, self._part(part, ways))
        return ways

    def _part(self, part: Part, ways: Exits) -> Exits:
        match part:
            case Step():
                role = Role.MODEL_STEP if calls_model(part) else Role.STEP
                return self._single(role, name(part.name), contract(part, usual_attempts=2), ways, part)
            case Nested():
                return self._nested(self._canvas, part.flow, ways)
            case Branch():
                return self._branch(part, ways)
            case Repeat():
                return self._repeat(part, ways)
            case Parallel():
                return self._parallel(part, ways)
            case Hole():
                title = "unknown parts, any number" if part.many else "unknown part"
                return self._single(Role.UNKNOWN, title, reason(part.unknown), ways, part)

    def _single(self, role: Role, title: str, lines: Iterable[str], ways: Exits, part: object = None) -> Exits:
        node = self._canvas.node(role, title, lines, part)
        self._canvas.connect(ways, node)
        return [Exit(node)]

    def _branch(self, part: Branch, ways: Exits) -> Exits:
        (fork,) = self._single(Role.BRANCH, f"{name(part.key)}?", (), ways, part)
        found: Exits = []
        if isinstance(part.routes, Unknown):
            found += self._single(Role.UNKNOWN, "unknown routes", reason(part.routes), [fork])
        else:
            for route in part.routes:
                found += self.parts(route.parts, [fork.saying(_label(route))])
        if part.otherwise is not None:
            found += self.parts(part.otherwise, [fork.saying("otherwise")])
        return found

    def _parallel(self, part: Parallel, ways: Exits) -> Exits:
        if not part.parts:
            return ways
        fork = self._single(Role.FORK, "side by side", (), ways)
        # The parts of it end no loop around it: what they write is looked at when all are done.
        loops, self._loops = self._loops, []
        found = [way for inner in part.parts for way in self.parts((inner,), fork)]
        self._loops = loops
        return self._single(Role.JOIN, "all done", (), found)

    def _repeat(self, part: Repeat, ways: Exits) -> Exits:
        """Draw a loop: it is left wherever its key is written, and gone round from its end to its start."""
        start, loop = len(self._canvas.nodes), _Loop(part)
        self._loops.append(loop)
        with self._canvas.cluster(Frame.REPEAT, _repeat_title(part)):
            ways = self.parts(part.parts, ways)
        self._loops.pop()
        if start == len(self._canvas.nodes):
            return ways
        again = [replace(way, line=Line.AGAIN, label=way.label or "again") for way in ways]
        self._canvas.connect(again, self._canvas.nodes[start].id)
        # Where nobody is seen to write the key, it is looked at when the round is over.
        left = loop.left or [way.saying(name(part.until)) for way in ways]
        if part.exhausted == "fail":
            return left
        line = Line.UNKNOWN if isinstance(part.exhausted, Unknown) else Line.FLOW
        return [*left, *(replace(way, line=line, label=f"after {count(part.limit, 'round')}") for way in ways)]

    def _leaving(self, part: Part, ways: Exits) -> Exits:
        """Let each loop be left where a part has just written its key; return the ways that stay."""
        if isinstance(part, Step | Nested | Parallel):
            written = part_writes(part)
            for loop in self._loops:
                if not isinstance(written, Unknown) and loop.part.until in written:
                    loop.left += [way.saying(name(loop.part.until)) for way in ways]
                    ways = [way.saying(f"not {name(loop.part.until)}") for way in ways]
        return ways


def _label(route: Route) -> str:
    return "?" if isinstance(route.label, Unknown) else cut(route.label.label) or "''"


def _repeat_title(part: Repeat) -> str:
    exhausted = "?" if isinstance(part.exhausted, Unknown) else part.exhausted
    then = {"fail": "then fails", "continue": "then goes on"}.get(exhausted, "then ?")
    return f"repeat until {name(part.until)}, at most {count(part.limit, 'round')}, {then}"
