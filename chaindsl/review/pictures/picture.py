"""One picture of a flow with everything that was asked for on it and beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Finding
from chaindsl.draw.beside import Table, markdown_table, svg_with_table
from chaindsl.draw.data_edges import with_data
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.focus import around
from chaindsl.draw.model import Direction, Drawing
from chaindsl.draw.overlay import annotated
from chaindsl.draw.render import render
from chaindsl.draw.theme import Theme
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.rates import Rates
from chaindsl.review.pictures.contracts import contract_table
from chaindsl.review.pictures.handovers import handovers
from chaindsl.review.pictures.notes import CALL_WORDS, FINDING_WORDS, call_notes, finding_notes
from chaindsl.review.pictures.traced import TRACE_WORDS, trace_notes
from chaindsl.trace.stored import StoredTrace

TABLED = ("svg", "md")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a picture is to show. `centre` is a step to draw the surroundings of, `steps` how far."""

    direction: Direction | None = None
    collapse: bool = False
    centre: str | None = None
    steps: int = 2
    data: bool = False
    calls: bool = False
    findings: Sequence[Finding] | None = None
    trace: StoredTrace | None = None
    table: bool = False


def drawn(flow: Flow, wish: Wish) -> Drawing:
    """Return the drawing of a flow with what is wished for on it. Raises ChainDslError as `draw_flow` and `around`."""
    drawing = draw_flow(flow, wish.direction, collapse=wish.collapse)
    if wish.data:
        drawing = with_data(drawing, handovers(FlowFacts(flow)))
    if wish.calls:
        drawing = annotated(drawing, call_notes(FlowCost(FlowFacts(flow), Rates())), CALL_WORDS)
    if wish.trace is not None:
        drawing = annotated(drawing, trace_notes(flow, wish.trace), TRACE_WORDS)
    if wish.findings is not None:
        drawing = annotated(drawing, finding_notes(flow, wish.findings), FINDING_WORDS)
    return drawing if wish.centre is None else around(drawing, wish.centre, wish.steps)


def picture(flow: Flow, wish: Wish, form: str, theme: Theme) -> bytes:
    """Return a picture in one of the formats of `render`, with its table if one is wished for.

    Raises ChainDslError: `draw-no-table` for a format that holds none, else as `drawn` and `render`.
    """
    if wish.table and form not in TABLED:
        hint = "a table stands in .svg and .md"
        raise ChainDslError("draw-no-table", f"a picture in the format {form} has no room for a table", hint=hint)
    made = render(drawn(flow, wish), form, theme)
    if not wish.table:
        return made
    table = contract_table(FlowCost(FlowFacts(flow), Rates()))
    return made + b"\n" + markdown_table(table).encode() if form == "md" else svg_with_table(made, table, theme)


def table_of(flow: Flow) -> Table:
    """Return the table of a flow's contracts."""
    return contract_table(FlowCost(FlowFacts(flow), Rates()))
