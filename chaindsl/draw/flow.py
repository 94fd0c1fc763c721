"""Draws a whole flow: what it is given, its parts or states, and what it hands back."""

from collections.abc import Iterator

from chaindsl.draw.canvas import Canvas, Exit, too_deep
from chaindsl.draw.chain import ChainDrawer, DrawFlow, Exits
from chaindsl.draw.direction import best_direction
from chaindsl.draw.legend import legend
from chaindsl.draw.model import Direction, Drawing, Frame, Role
from chaindsl.draw.wording import count, name, names, number, short_type, times
from chaindsl.draw.workflow import draw_workflow
from chaindsl.graph.budget import Budget, Input
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.guarantee import AtMost, Decides, Guarantee, Never, Passes
from chaindsl.graph.outputs import flow_outputs
from chaindsl.graph.unknown import Unknown


def draw_flow(flow: Flow, direction: Direction | None = None, *, collapse: bool = False) -> Drawing:
    """Return the drawing of a flow; without a direction, the one in which it is easier to read.

    With `collapse` a flow inside it is one node. Raises ChainDslError: `draw-too-large` for a flow with more nodes than
    a picture can hold, `draw-too-deep` for one that is nested more deeply.
    """
    canvas = Canvas()
    try:
        _draw(canvas, flow, _collapsed if collapse else _nested)
    except RecursionError:
        raise too_deep() from None
    nodes, edges = tuple(canvas.nodes), tuple(canvas.edges)
    chosen = direction or best_direction(nodes, edges)
    return Drawing(nodes, edges, canvas.full_clusters(), legend(nodes), chosen)


def _draw(canvas: Canvas, flow: Flow, nested: DrawFlow) -> None:
    start = canvas.node(Role.START, name(flow.name), _start_lines(flow), flow)
    if isinstance(flow.body, Chain):
        ways = ChainDrawer(canvas, nested).parts(flow.body.parts, [Exit(start)])
        canvas.connect(ways, canvas.node(Role.END, "end", [f"hands back {_outputs(flow)}"]))
    else:
        draw_workflow(canvas, flow.body, [Exit(start)], nested)


def _collapsed(canvas: Canvas, flow: Flow, ways: Exits) -> Exits:
    lines = (flow.kind.value, f"reads {_reads(flow)}", f"writes {_outputs(flow)}", *_budget(flow))
    node = canvas.node(Role.NESTED, name(flow.name), lines, flow)
    canvas.connect(ways, node)
    return [Exit(node)]


def _reads(flow: Flow) -> str:
    return "?" if isinstance(flow.inputs, Unknown) else names(tuple(given.key for given in flow.inputs)) or "nothing"


def _nested(canvas: Canvas, flow: Flow, ways: Exits) -> Exits:
    with canvas.cluster(Frame.NESTED, f"{flow.kind} {name(flow.name)}: {_reads(flow)} → {_outputs(flow)}"):
        if isinstance(flow.body, Chain):
            return ChainDrawer(canvas, _nested).parts(flow.body.parts, ways)
        entry = canvas.node(Role.INITIAL, "")
        canvas.connect(ways, entry)
        return draw_workflow(canvas, flow.body, [Exit(entry)], _nested)


def _outputs(flow: Flow) -> str:
    return names(flow_outputs(flow)) or "nothing"


def _start_lines(flow: Flow) -> Iterator[str]:
    yield flow.kind.value
    if isinstance(flow.inputs, Unknown):
        yield "given ?"
    elif flow.inputs:
        yield f"given {', '.join(map(_input, flow.inputs))}"
    if not isinstance(flow.body, Chain) and flow.outputs is not None:
        yield f"hands back {_outputs(flow)}"
    yield from _budget(flow)
    if not isinstance(flow.body, Chain) and flow.body.max_chain_depth != 50:
        yield f"at most {count(flow.body.max_chain_depth, 'transition')} in a row"
    if flow.drop is True:
        yield "frees each key after its last reader"
    yield from ["always ?"] if isinstance(flow.guarantees, Unknown) else map(guarantee_text, flow.guarantees)


def _input(given: Input) -> str:
    form = short_type(given.type)
    return f"{name(given.key)}{'?' if given.optional else ''}{': ' + form if form else ''}"


def _budget(flow: Flow) -> Iterator[str]:
    match flow.budget:
        case Unknown():
            yield "budget ?"
        case Budget(seconds, calls, tokens, bytes_):
            limits = {"s": seconds, "calls": calls, "tokens": tokens, "bytes": bytes_}
            said = [f"{number(most)} {unit}" for unit, most in limits.items() if most is not None]
            if said:
                yield f"budget {', '.join(said)}"


def guarantee_text(guarantee: Guarantee) -> str:
    """Return a guarantee in a few words."""
    match guarantee:
        case Passes():
            return f"always {name(guarantee.name)} before {name(guarantee.before)}"
        case Decides():
            return f"always a decision of {name(guarantee.actor)} before {name(guarantee.before)}"
        case AtMost():
            return f"always {name(guarantee.name)} at most {times(guarantee.times)}"
        case Never():
            return f"never {name(guarantee.name)} after {name(guarantee.after)}"
