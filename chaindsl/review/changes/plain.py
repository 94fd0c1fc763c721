"""A difference as text for a terminal."""

from collections.abc import Iterable, Iterator

from chaindsl.draw.wording import visible
from chaindsl.review.changes.difference import Difference, FlowDifference
from chaindsl.review.changes.saying import (
    SIGNS,
    change_line,
    consequence_lines,
    figures,
    finding_lines,
    gate_lines,
    head,
    renamed_lines,
    title,
)


def text(difference: Difference, failed: Iterable[str] = ()) -> str:
    """Return the whole report, ending in a line feed. Where a human gate is gone, the first line says so."""
    return "\n".join(_lines(difference, list(failed))) + "\n"


def _lines(difference: Difference, failed: list[str]) -> Iterator[str]:
    yield from gate_lines(difference)
    yield head(difference)
    for flow in (*difference.different, *difference.quiet):
        yield ""
        yield title(flow)
        yield from _flow(flow)
    others = list(finding_lines(difference.found, difference.gone))
    if others:
        yield ""
        yield "Outside of flows"
        yield from (f"  {SIGNS[verb]} {line}" for verb, line in others)
    yield from ("", *(f"note: {visible(one)}" for one in difference.notes)) if difference.notes else ()
    yield from ("", *(f"failed: {visible(one)}" for one in failed)) if failed else ()


def _flow(flow: FlowDifference) -> Iterator[str]:
    yield from (f"  ! human gate removed: {one}" for one in flow.removed)
    yield from (f"  ! human gate touched: {one}" for one in flow.touched)
    yield from (f"  = {line}" for line in renamed_lines(flow))
    for change in flow.changes:
        yield f"  {SIGNS[change.verb]} {change_line(change)}"
        yield from (f"      {line}".rstrip() for line in change.lines)
    rest = [*(f"  {figure}" for figure in figures(flow))]
    rest += [f"  {SIGNS[verb]} {line}" for verb, line in consequence_lines(flow)]
    if rest:
        yield "  it follows"
        yield from (f"  {line}" for line in rest)
