"""What a notebook shows of a flow: its picture, or its name where no picture can be made."""

from chaindsl.draw.flow import draw_flow
from chaindsl.draw.render import render
from chaindsl.draw.theme import Theme
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow


def svg_of(flow: Flow) -> str | None:
    """Return a flow's picture as SVG; None where there is no layout program, or the flow is no picture."""
    try:
        return render(draw_flow(flow), "svg", Theme.AUTO).decode()
    except ChainDslError:
        return None


def bundle_of(flow: Flow, text: str) -> dict[str, str]:
    """Return every form in which a notebook can show a flow, by media type; `text` is what a terminal shows."""
    svg = svg_of(flow)
    return {"text/plain": text} if svg is None else {"image/svg+xml": svg, "text/plain": text}
