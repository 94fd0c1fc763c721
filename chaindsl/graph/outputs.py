"""Which keys a flow hands back, and which keys each part of a chain may write."""

from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Part, Repeat
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown


def flow_outputs(flow: Flow) -> tuple[str, ...] | Unknown:
    """Return the keys a flow hands back.

    Without `outputs=` these are the keys of a chain's last part, or all that a workflow's transitions write.
    """
    if isinstance(flow.outputs, Unknown):
        return flow.outputs
    if flow.outputs is not None:
        return flow.outputs
    if isinstance(flow.body, Chain):
        return part_writes(flow.body.parts[-1]) if flow.body.parts else ()
    if flow.body.open is not None:
        return flow.body.open
    written: list[tuple[str, ...] | Unknown] = []
    for transition in flow.body.transitions:
        if transition.work is not None:
            written.append(part_writes(transition.work))
        if isinstance(transition.runs, Unknown):
            written.append(transition.runs)
        elif transition.runs is not None:
            written.append(flow_outputs(transition.runs))
    return _joined(written)


def part_writes(part: Part) -> tuple[str, ...] | Unknown:
    """Return the keys that a part may write, in the order of the source."""
    match part:
        case Step():
            if isinstance(part.writes, Unknown):
                return part.writes
            return () if part.writes is None else (part.writes,)
        case Nested():
            return flow_outputs(part.flow)
        case Branch():
            if isinstance(part.routes, Unknown):
                return part.routes
            inner = [p for route in part.routes for p in route.parts] + list(part.otherwise or ())
            return _joined([part_writes(p) for p in inner])
        case Repeat() | Parallel():
            return _joined([part_writes(p) for p in part.parts])
        case Hole():
            return part.unknown


def _joined(found: list[tuple[str, ...] | Unknown]) -> tuple[str, ...] | Unknown:
    keys: dict[str, None] = {}
    for part in found:
        if isinstance(part, Unknown):
            return part
        keys.update(dict.fromkeys(part))
    return tuple(keys)
