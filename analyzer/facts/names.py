"""The names in a flow: of steps, transitions and flows, and those that guarantees speak of."""

from chaindsl.graph.flow import Chain, Flow, Hole, Nested
from chaindsl.graph.guarantee import Decides, Guarantee, Never
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import flow_parts


def part_names(flow: Flow) -> tuple[str, ...] | None:
    """Return the names of steps and flows of a chain, or of transitions; None where some are not known."""
    if isinstance(flow.body, Chain):
        parts = list(flow_parts(flow))
        if any(isinstance(part, Hole) for part in parts):
            return None
        names = [
            part.flow.name if isinstance(part, Nested) else part.name
            for part in parts
            if isinstance(part, Nested | Step)
        ]
    else:
        if flow.body.open is not None:
            return None
        names = [transition.name for transition in flow.body.transitions]
    known = tuple(name for name in names if not isinstance(name, Unknown))
    return known if len(known) == len(names) else None


def guarantee_names(guarantee: Guarantee) -> tuple[str, ...]:
    """Return the steps, transitions and states that a guarantee names, as far as they are known."""
    found: list[object] = [] if isinstance(guarantee, Decides) else [guarantee.name]
    found += [guarantee.after] if isinstance(guarantee, Never) else []
    found += [guarantee.before] if hasattr(guarantee, "before") else []
    return tuple(name for name in found if isinstance(name, str))
