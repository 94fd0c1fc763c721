"""Draws the parts of a chain. Each part takes the ways that lead to it and returns the ways that lead on."""

from collections.abc import Callable, Iterable
from dataclasses import replace
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


def draw_parts(canvas: Canvas, parts: Iterable[Part], ways: Exits, nested: DrawFlow) -> Exits:
    """Draw parts one after another and return the ways that lead on from the last."""
    for part in parts:
        ways = draw_part(canvas, part, ways, nested)
    return ways


def draw_part(canvas: Canvas, part: Part, ways: Exits, nested: DrawFlow) -> Exits:
    """Draw one part and return the ways that lead on from it."""
    match part:
        case Step():
            role = Role.MODEL_STEP if calls_model(part) else Role.STEP
            return _single(canvas, role, name(part.name), contract(part, usual_attempts=2), ways)
        case Nested():
            return nested(canvas, part.flow, ways)
        case Branch():
            return _branch(canvas, part, ways, nested)
        case Repeat():
            return _repeat(canvas, part, ways, nested)
        case Parallel():
            return _parallel(canvas, part, ways, nested)
        case Hole():
            title = "unknown parts, any number" if part.many else "unknown part"
            return _single(canvas, Role.UNKNOWN, title, reason(part.unknown), ways)


def reason(unknown: Unknown) -> tuple[str, ...]:
    """Return why something is not known, as lines."""
    return (unknown.why.value.replace("-", " "), *([cut(unknown.text)] if unknown.text else ()))


def _single(canvas: Canvas, role: Role, title: str, lines: Iterable[str], ways: Exits) -> Exits:
    node = canvas.node(role, title, lines)
    canvas.connect(ways, node)
    return [Exit(node)]


def _branch(canvas: Canvas, part: Branch, ways: Exits, nested: DrawFlow) -> Exits:
    (fork,) = _single(canvas, Role.BRANCH, f"{name(part.key)}?", (), ways)
    found: Exits = []
    if isinstance(part.routes, Unknown):
        found += _single(canvas, Role.UNKNOWN, "unknown routes", reason(part.routes), [fork])
    else:
        for route in part.routes:
            found += draw_parts(canvas, route.parts, [fork.saying(_label(route))], nested)
    if part.otherwise is not None:
        found += draw_parts(canvas, part.otherwise, [fork.saying("otherwise")], nested)
    return found


def _label(route: Route) -> str:
    return "?" if isinstance(route.label, Unknown) else cut(route.label.label) or "''"


def _parallel(canvas: Canvas, part: Parallel, ways: Exits, nested: DrawFlow) -> Exits:
    if not part.parts:
        return ways
    fork = _single(canvas, Role.FORK, "side by side", (), ways)
    found = [way for inner in part.parts for way in draw_part(canvas, inner, fork, nested)]
    return _single(canvas, Role.JOIN, "all done", (), found)


def _repeat(canvas: Canvas, part: Repeat, ways: Exits, nested: DrawFlow) -> Exits:
    """Draw the loop: it is left where `until` is written, and gone round from the last part to the first."""
    until, ended = name(part.until), f"after {count(part.limit, 'round')}"
    start, done = len(canvas.nodes), list[Exit]()
    with canvas.cluster(Frame.REPEAT, _repeat_title(part)):
        for inner in part.parts:
            ways = draw_part(canvas, inner, ways, nested)
            if _may_write(inner, part.until):
                done += [way.saying(until) for way in ways]
                ways = [way.saying(f"not {until}") for way in ways]
    if start == len(canvas.nodes):
        return ways
    again = [replace(way, line=Line.AGAIN, label=way.label or "again") for way in ways]
    canvas.connect(again, canvas.nodes[start].id)
    # Where nobody is seen to write the key, it is looked at when the round is over.
    done = done or [way.saying(until) for way in ways]
    if part.exhausted == "fail":
        return done
    line = Line.UNKNOWN if isinstance(part.exhausted, Unknown) else Line.FLOW
    return [*done, *(replace(way, line=line, label=ended) for way in ways)]


def _repeat_title(part: Repeat) -> str:
    exhausted = "?" if isinstance(part.exhausted, Unknown) else part.exhausted
    then = {"fail": "then fails", "continue": "then goes on"}.get(exhausted, "then ?")
    return f"repeat until {name(part.until)}, at most {count(part.limit, 'round')}, {then}"


def _may_write(part: Part, key: object) -> bool:
    written = part_writes(part)
    return not isinstance(written, Unknown) and key in written
