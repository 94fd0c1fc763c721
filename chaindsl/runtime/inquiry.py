"""Why a transition can be taken now, or can't: asked of a run that stands still, which goes on standing there."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chaindsl.graph.nearest import nearest
from chaindsl.graph.state import Actor
from chaindsl.runtime.action import Moves
from chaindsl.runtime.edge import Edge
from chaindsl.runtime.failure import ChainError, Refused
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.machine import Machine
from chaindsl.runtime.response import Explanation
from chaindsl.trace.keep import HIDDEN, plain


class Inquiry:
    """Sent to a run in the place of a decision; `reply` is there when the run stands still again.

    With `arguments` these are held against what the transition takes; `read` is then what its work would read.
    """

    def __init__(self, transition: str, arguments: Mapping[str, Any] | None = None) -> None:
        self.transition = transition
        self.arguments = arguments
        self.reply: Explanation | None = None
        self.read: dict[str, object] = {}


def explained(
    machine: Machine, frame: Frame, inquiry: Inquiry, visits: Mapping[str, int], failed: Edge | None
) -> Moves[None]:
    """Answer an inquiry. Raises Refused for a transition that there is none of, InputError for wrong arguments."""
    edge = machine.edges.get(inquiry.transition)
    if edge is None:
        hint = nearest(inquiry.transition, machine.edges)
        message = f"{machine.name} has no transition {inquiry.transition}"
        raise Refused("unknown-transition", message, inquiry.transition, machine.place, hint)
    if inquiry.arguments is not None:
        edge.supplied.accept(inquiry.arguments)
        inquiry.read = _seen(frame, (key for key in edge.reads if key not in edge.supplied.keys))
    holds, trouble = yield from _judged(edge, frame)
    trouble = trouble if frame.secrets is None else frame.secrets.mask(trouble)
    reasons = tuple(_against(machine, edge, frame.state, holds, trouble, visits[edge.name], failed))
    required = edge.schema.get("required", ())
    inquiry.reply = Explanation(
        edge.name,
        not reasons,
        reasons,
        str(edge.actor),
        edge.sources,
        frame.state,
        edge.guard,
        holds,
        _seen(frame, () if edge.gatekeeper is None else edge.gatekeeper.keys),
        visits[edge.name],
        edge.limit,
        edge.schema,
        tuple(required),
    )


def _judged(edge: Edge, frame: Frame) -> Moves[tuple[bool | None, str]]:
    if edge.gatekeeper is None:
        return None, ""
    try:
        return (yield from edge.gatekeeper.holds(frame)), ""
    except ChainError as error:
        return None, error.issue.message


def _against(
    machine: Machine, edge: Edge, state: str | None, holds: bool | None, trouble: str, taken: int, failed: Edge | None
) -> Iterator[str]:
    """Everything that stands in the way of taking a transition now."""
    if edge is failed:
        return  # it is offered as the way to try again, whoever decides
    if state not in edge.sources:
        yield f"it leaves {' or '.join(edge.sources)}, and the run is in {state}"
    elif edge.actor is Actor.DETERMINISTIC:
        yield "it is taken by the runtime itself, and not by whoever decides"
    if trouble:
        yield trouble
    elif holds is False:
        yield f"its guard does not hold: {edge.guard}"
    if edge.limit is not None and taken >= edge.limit:
        yield f"it was taken {taken} times, which is its limit"


def _seen(frame: Frame, keys: Iterable[str]) -> dict[str, object]:
    """What stands under keys, as a trace would show it."""
    found = {key: frame.cells[key].output for key in keys if key in frame.values}
    return {key: repr(HIDDEN) if value is HIDDEN else plain(value, 2_000) for key, value in found.items()}
