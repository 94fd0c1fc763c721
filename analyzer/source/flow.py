"""Flows: calls of `chain` and `workflow` turned into graphs."""

from analyzer.source.arguments import Called
from analyzer.source.definition import Spread
from analyzer.source.guarantee import budget, guarantees, states
from analyzer.source.inputs import inputs
from analyzer.source.part import parts
from analyzer.source.surveyor import Surveyor
from analyzer.source.transition import transition
from analyzer.source.typed import argument, flag, optional, text, texts, whole
from chaindsl.graph.flow import Chain, Flow, Transition, Workflow
from chaindsl.graph.unknown import Unknown, Why


def flow(surveyor: Surveyor, call: Called) -> Flow:
    """Return the flow that a call makes."""
    given = call.arguments
    at = given.call
    module = at.frame.module
    return Flow(
        name=argument(surveyor, given.get("name", 0) or at.frame.unknown(Why.UNRESOLVED, at.node), "", text),
        body=_chain(surveyor, call) if call.name == "chaindsl.chain" else _workflow(surveyor, call),
        inputs=inputs(surveyor, given.get("inputs")),
        outputs=argument(surveyor, given.get("outputs"), None, optional(texts)),
        budget=budget(surveyor, given.get("budget")),
        drop=argument(surveyor, given.get("drop"), False, flag),
        guarantees=guarantees(surveyor, given.get("always")),
        place=module.place(at.node),
    )


def _chain(surveyor: Surveyor, call: Called) -> Chain:
    items = call.arguments.positional
    named = bool(items) and not isinstance(items[0], Spread)
    return Chain(parts(surveyor, items[1:] if named else items))


def _workflow(surveyor: Surveyor, call: Called) -> Workflow:
    given = call.arguments
    items = given.positional
    rest = items[1:] if items and not isinstance(items[0], Spread) else items
    found = [item.unknown if isinstance(item, Spread) else transition(surveyor, item) for item in rest]
    lost = [item for item in found if isinstance(item, Unknown)]
    unset = given.call.frame.unknown(Why.UNRESOLVED, given.call.node)
    return Workflow(
        transitions=tuple(item for item in found if isinstance(item, Transition)),
        initial=argument(surveyor, given.get("initial") or unset, "", text),
        final=argument(surveyor, given.get("final"), (), texts),
        states=states(surveyor, given.get("states")),
        max_chain_depth=argument(surveyor, given.get("max_chain_depth"), 50, whole),
        open=lost[0] if lost else None,
    )
