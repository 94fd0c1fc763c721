"""# CD105: unknown-name

## Finds

A state that a transition, `initial`, `on_failure` or `on_timeout` names and that does not exist; a key in `until`,
`branch` or `outputs` that nothing writes; a placeholder of `idempotency_key` that the step does not read; a name in a
guarantee that stands for nothing. The nearest names are offered.

## Why

The flow can't be assembled, or fails where the name is used.

## Stays silent when

A part that can't be followed may define the name.

## Fix

Correct the name, as `--fix --unsafe-fixes` does where exactly one name resembles it. A state exists when a transition
leaves it, when it is a declared `State`, or when `final` names it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import Machine
from analyzer.facts.names import guarantee_names, part_names
from analyzer.facts.net import Kind
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.misspelt import corrected
from analyzer.rules.pieces.telling import about, hint, place_in, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.flow import Repeat
from chaindsl.graph.nearest import nearest
from chaindsl.graph.outputs import part_writes
from chaindsl.graph.place import Place
from chaindsl.graph.reads import effect_keys
from chaindsl.graph.unknown import Unknown, known
from chaindsl.graph.walk import flow_parts, flow_steps

RULE = Rule(
    code="CD105",
    name="unknown-name",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import transition, workflow

@transition(source="asked", target="payed", actor="deterministic")  # here
def pay() -> None: ...

flow = workflow("flow", pay, initial="asked", final=["paid"])
""",
    good="""\
from chaindsl import transition, workflow

@transition(source="asked", target="paid", actor="deterministic")
def pay() -> None: ...

flow = workflow("flow", pay, initial="asked", final=["paid"])
""",
)


@dataclass(frozen=True, slots=True)
class _Name:
    """A name that stands for nothing: who says it, where, and what it could have been."""

    name: str
    said: str
    place: Place | None
    symbol: str
    names: tuple[str, ...]
    thing: str = "key"
    nothing: str = "which nothing writes"
    rest: str = ""


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each name that stands for nothing."""
    found = [*_keys(facts), *_placeholders(facts), *_guarantees(facts)]
    if facts.machine is not None:
        found += _states(facts.machine)
    for one in found:
        near = nearest(one.name, one.names)
        close = near.removeprefix("did you mean ").removesuffix("?").split(" or ") if near.startswith("did") else []
        yield RULE.finding(
            f"{one.said} `{one.name}`, {one.nothing}",
            place_in(facts, one.place),
            symbol=symbol_in(facts, one.symbol),
            help=hint(near, one.rest),
            about=about(facts, *(f"{one.thing} {name}" for name in (one.name, *close))),
            offer=partial(corrected, facts, one.place, one.name, one.names),
        )


_STATE = "A state is a source, a declared State, or named in final="


def _states(machine: Machine) -> Iterator[_Name]:
    if machine.open or not machine.ends_known:
        return
    existing = frozenset(machine.existing)
    for name, said, place, symbol in _used_states(machine):
        if name not in existing:
            yield _Name(name, said, place, symbol, machine.existing, "state", "which is no state", _STATE)


def _used_states(machine: Machine) -> Iterator[tuple[str, str, Place | None, str]]:
    if isinstance(machine.workflow.initial, str):
        yield machine.workflow.initial, "initial= names", None, machine.workflow.initial
    for transition, targets in zip(machine.workflow.transitions, machine.targets, strict=True):
        for target in targets:
            yield target, f"`{transition.name}` goes to", transition.place, str(transition.name)
        if isinstance(transition.on_failure, str):
            said = f"on_failure= of `{transition.name}` names"
            yield transition.on_failure, said, transition.place, str(transition.name)
    for state in machine.declared.values():
        if isinstance(state.on_timeout, str):
            yield state.on_timeout, f"on_timeout= of the state `{state.name}` names", state.place, str(state.name)


def _keys(facts: FlowFacts) -> Iterator[_Name]:
    """Keys in `branch`, `until` and `outputs`."""
    if any(node.contract.writes_all for node in facts.net.nodes):
        return
    keys = {write.key: None for _, write in facts.keys.definitions}
    written = tuple(keys)
    for node in facts.net.nodes:
        for use in node.contract.uses if node.kind in (Kind.BRANCH, Kind.END) else ():
            if use.key not in keys and (node.kind is Kind.BRANCH or facts.flow.outputs is not None):
                said = "the branch goes by" if node.kind is Kind.BRANCH else "outputs= names"
                yield _Name(use.key, said, node.place, use.key, written)
    for part in flow_parts(facts.flow):
        if isinstance(part, Repeat) and isinstance(part.until, str):
            inner = part_writes(part)
            if not isinstance(inner, Unknown) and part.until not in inner:
                nothing = "which nothing in it writes"
                yield _Name(part.until, "the loop runs until", part.place, part.until, inner, "key", nothing)


def _placeholders(facts: FlowFacts) -> Iterator[_Name]:
    for step in flow_steps(facts.flow):
        names = tuple(read.key for read in step.reads)
        for name in effect_keys(step):
            if name not in names:
                said, nothing = f"the idempotency key of `{step.name}` uses", "which the step does not read"
                yield _Name(name, said, step.place, known(step.name, "?"), names, "placeholder", nothing)


def _guarantees(facts: FlowFacts) -> Iterator[_Name]:
    names = part_names(facts.flow)
    if names is None:
        return
    everything: Iterable[str] = (*names, *(facts.machine.existing if facts.machine else ()))
    for guarantee in known(facts.flow.guarantees, ()):
        for name in guarantee_names(guarantee):
            if name not in everything:
                nothing = "which is no step, transition or state"
                yield _Name(name, "always= names", guarantee.place, name, tuple(everything), "name", nothing)
