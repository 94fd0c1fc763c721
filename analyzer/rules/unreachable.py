"""# CD102: unreachable

## Finds

A state, a step or a transition that no run can reach: nothing leads to it, its guard never holds, one without a guard
is tried before it, the guards before it leave no case, or all states that it leaves are final.

## Why

It looks like something that happens, and never does. Often a name is misspelt or the order is wrong.

## Stays silent when

Something else that is found explains it. Some transitions can't be followed.

## Fix

Lead a transition there, put the transition before the one that hides it, correct the guard, or take it out.
"""

from collections.abc import Iterator

from analyzer.facts.blocked import Because, Blocked, blocked_transitions, unreached_states
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import Machine
from analyzer.facts.net import Kind
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import about, hint, listed, place_in, related, state_place, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.nearest import nearest

RULE = Rule(
    code="CD102",
    name="unreachable",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import transition, workflow

@transition(source="asked", target="paid", actor="deterministic")
def pay() -> None: ...

@transition(source="asked", target="refused", actor="deterministic", when="amount > 100")  # here
def refuse() -> None: ...

flow = workflow("flow", pay, refuse, initial="asked", final=["paid", "refused"], inputs={"amount": int})
""",
    good="""\
from chaindsl import transition, workflow

@transition(source="asked", target="refused", actor="deterministic", when="amount > 100")
def refuse() -> None: ...

@transition(source="asked", target="paid", actor="deterministic")
def pay() -> None: ...

flow = workflow("flow", refuse, pay, initial="asked", final=["paid", "refused"], inputs={"amount": int})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for everything that no run can reach."""
    if facts.machine is None:
        yield from _parts(facts)
    else:
        for blocked in blocked_transitions(facts.machine):
            yield _transition(facts, facts.machine, blocked)
        for group in unreached_states(facts.machine):
            yield _states(facts, facts.machine, group)


def _parts(facts: FlowFacts) -> Iterator[Finding]:
    dead = [number for number in range(len(facts.net.nodes)) if number not in facts.alive]
    behind = {target for number in dead for target in facts.net.successors[number]}
    for number in dead:
        node = facts.net.nodes[number]
        if number not in behind and node.kind in (Kind.STEP, Kind.NESTED):
            yield RULE.finding(
                f"no run can reach {node.title}",
                place_in(facts, node.place),
                symbol=symbol_in(facts, node.name),
                help="let what stands before it come to an end, or take it out",
                about=about(facts, f"part {node.name}"),
            )


def _transition(facts: FlowFacts, machine: Machine, blocked: Blocked) -> Finding:
    transition = machine.workflow.transitions[blocked.transition]
    hiding = [machine.workflow.transitions[number] for number in blocked.by]
    why, help_ = _why(blocked, [str(one.name) for one in hiding])
    return RULE.finding(
        f"no run can take `{transition.name}`: {why}",
        place_in(facts, transition.place),
        symbol=symbol_in(facts, str(transition.name)),
        related=related((one.place, f"`{one.name}` is tried first") for one in hiding),
        help=help_,
        about=about(facts, f"transition {transition.name}"),
    )


def _why(blocked: Blocked, names: list[str]) -> tuple[str, str]:
    match blocked.because:
        case Because.FINAL:
            return f"`{blocked.at}` is final", f"take `{blocked.at}` out of final=, or the transition out"
        case Because.NEVER:
            return "its guard never holds", "correct the guard"
        case Because.BEHIND:
            return (
                f"`{names[0]}` is tried before it in `{blocked.at}` and has no guard",
                f"list it before `{names[0]}`, or give `{names[0]}` a guard",
            )
    return (
        f"the guards of {listed(names)}, tried before it in `{blocked.at}`, cover every case",
        "list it before them, or narrow a guard",
    )


def _states(facts: FlowFacts, machine: Machine, group: tuple[str, ...]) -> Finding:
    one = len(group) == 1
    others = [name for name in machine.existing if name not in group]
    near = nearest(group[0], others)
    near = near if near.startswith("did") else ""
    return RULE.finding(
        f"no run can come to the state{'' if one else 's'} {listed(group)}",
        place_in(facts, state_place(machine, group[0])),
        symbol=symbol_in(facts, group[0]),
        help=hint(near, f"lead a transition there, or take {'it' if one else 'them'} out"),
        about=about(facts, *(f"state {name}" for name in group)),
    )
