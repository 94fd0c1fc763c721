"""A comparison as text: what was edited, the first difference, what followed, and the amounts side by side."""

import difflib
from collections.abc import Iterator
from typing import Any

from chaindsl.view.diff.comparison import WAY, Comparison, Difference
from chaindsl.view.diff.place import Place, Side
from chaindsl.view.loaded import Loaded
from chaindsl.view.summary import headline, notes
from chaindsl.view.wording import block, brief, count, seconds, signed

HEAD = ("step", "difference", "because", "calls", "tokens", "seconds")
"""The columns of the table of places."""
_SHORT = 100
_MOST_LINES = 40
_MOST_NAMES = 20
_MOST_ORIGINS = 10
_MOST_ROWS = 100


def lines(found: Comparison) -> Iterator[str]:
    """Yield what there is to say before the table of places."""
    yield from _sides(found)
    yield from _edits(found)
    if found.first is not None:
        yield from _first(found, found.first)
        yield from _others(found, found.first)
    elif found.same:
        yield ""
        yield "the runs are the same, time aside"
    else:
        yield ""
        yield "no output differs"


def _sides(found: Comparison) -> Iterator[str]:
    for label, trace in (("A", found.left), ("B", found.right)):
        yield f"{label}: {brief(trace.file, 200)}"
        yield f"   {headline(trace)}"
        yield from (f"   {note}" for note in notes(trace))


def _edits(found: Comparison) -> Iterator[str]:
    for change in (*found.prompts.values(), *found.steps):
        yield ""
        yield brief(str(change), 300)
        yield from (f"    {brief(line, 200)}".rstrip() for line in change.lines if line.strip() and line[0] != "@")


def _first(found: Comparison, first: Difference) -> Iterator[str]:
    yield ""
    yield f"first difference: {brief(first.place.name)} ({first.place.verdict})"
    yield from _origin(found, first)


def _others(found: Comparison, first: Difference) -> Iterator[str]:
    """Yield the differences that began elsewhere."""
    others = [other for other in found.differences if other.began and other is not first]
    for other in others[:_MOST_ORIGINS]:
        yield ""
        yield f"also differs by itself: {brief(other.place.name)} ({other.place.verdict})"
        yield from _origin(found, other)
    if len(others) > _MOST_ORIGINS:
        yield ""
        yield f"and {count(len(others) - _MOST_ORIGINS, 'more place')} by themselves"


def _origin(found: Comparison, difference: Difference) -> Iterator[str]:
    yield from (f"  {line}" for line in outputs(difference.place))
    yield f"  because: {because(difference) or unexplained(difference.place)}"
    heirs, ends = found.inherited(difference), found.absorbed(difference)
    yield f"  inherited by: {_names(heirs) or 'nothing'}"
    if ends:
        yield f"  read, and all the same wrote the same: {_names(ends)}"


def _names(places: list[Place]) -> str:
    shown = ", ".join(brief(place.name) for place in places[:_MOST_NAMES])
    return f"{shown} and {len(places) - _MOST_NAMES} more" if len(places) > _MOST_NAMES else shown


def because(difference: Difference) -> str:
    """Return what could explain a difference: what changed at its place, and what it inherited."""
    said = [brief(str(change), 120) for change in difference.changes]
    for key, writer in difference.reads:
        if key == WAY and writer is not None:
            said.append(f"the way taken after {brief(writer.name)}")
        else:
            said.append(f"{brief(key)} from {'the input' if writer is None else brief(writer.name)}")
    return "; ".join(said)


def unexplained(place: Place) -> str:
    """Return what is left to say where neither changes nor values that were read explain a difference."""
    if not place.left or not place.right:
        return "the other run never came there"
    if place.left.calls or place.right.calls:
        same = place.left.sent[:1] == place.right.sent[:1]
        return "the same prompt, another answer of the model" if same else "the model was asked in other words"
    return "nothing that is recorded: a tool, chance, time, or code that the step calls"


def outputs(place: Place) -> Iterator[str]:
    """Yield what both sides wrote: as two lines where they are short, else as the lines that differ."""
    left, right = told(place.left), told(place.right)
    if max(len(left), len(right)) <= _SHORT and "\n" not in left + right:
        yield f"A: {brief(left, _SHORT)}"
        yield f"B: {brief(right, _SHORT)}"
        return
    found = difflib.unified_diff(list(block(left)), list(block(right)), "A", "B", lineterm="", n=1)
    shown = [line for line in found if not line.startswith("@@")]
    yield from (brief(line, 200) for line in shown[:_MOST_LINES])
    if len(shown) > _MOST_LINES:
        yield f"… {count(len(shown) - _MOST_LINES, 'more line')}"


def told(side: Side) -> str:
    """Return what one side wrote, or how it failed, as text."""
    if not side:
        return "(never came there)"
    if not side.ok:
        return signed(side.last, 300)
    value: Any = side.last.target if side.last.writes is None else side.last.output
    return value if isinstance(value, str) else "\n".join(block(value))


def rows(found: Comparison, *, everything: bool = False) -> list[tuple[str, ...]]:
    """Return a row for each place that differs (the first hundred of them), or for each place, and one for all."""
    by_place = {id(difference.place): difference for difference in found.differences}
    shown = [place for place in found.places if everything or id(place) in by_place]
    most = len(shown) if everything else _MOST_ROWS
    cells = [_row(place, by_place.get(id(place))) for place in shown[:most]]
    more = [(f"… {count(len(shown) - most, 'more row')}, with --all", *[""] * 5)] if len(shown) > most else []
    return [*cells, *more, _total(found.left, found.right)]


def _row(place: Place, difference: Difference | None) -> tuple[str, ...]:
    left, right = place.left, place.right
    why = "" if difference is None else because(difference) or unexplained(place)
    return (
        brief(place.name),
        str(place.verdict),
        brief(why, 100),
        _beside(left.calls, right.calls),
        _beside(left.tokens, right.tokens),
        _arrow(seconds(left.seconds) if left else "–", seconds(right.seconds) if right else "–"),
    )


def _total(left: Loaded, right: Loaded) -> tuple[str, ...]:
    whole = _arrow(seconds(left.seconds), seconds(right.seconds))
    return ("all", "", "", _beside(left.calls, right.calls), _beside(left.tokens, right.tokens), whole)


def _beside(left: int, right: int) -> str:
    return _arrow(str(left), str(right)) if left or right else ""


def _arrow(left: str, right: str) -> str:
    return left if left == right else f"{left} → {right}"
