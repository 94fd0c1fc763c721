"""What overlays say of parts: the most calls of each step, and the findings about it."""

from collections.abc import Callable, Iterable, Iterator

from analyzer.facts.contract import name_of
from analyzer.facts.machine import Machine
from analyzer.finding import Finding, Severity
from chaindsl.draw.model import Tone
from chaindsl.draw.overlay import Note, Words
from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown, known
from chaindsl.graph.walk import flow_parts
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.spread import Amount, added, product
from chaindsl.review.cost.text import amount
from chaindsl.review.pictures.mark import Mark, mark_of

NoteOf = Callable[[object], Note | None]
CALL_WORDS: Words = {Tone.DEAREST: ("dearest", "asks models most")}
FINDING_WORDS: Words = {Tone.ERROR: ("⚠ error", "a rule finds"), Tone.WARNING: ("⚠ warning", "a rule finds")}


def call_notes(cost: FlowCost) -> NoteOf:
    """Return what each step costs in calls at most: in a run of a chain, each time it is taken in a workflow.

    The dearest step stands out.
    """
    found: dict[int, Amount] = {}
    for part, most in _most(cost):
        found[id(part)] = added((found.get(id(part), 0), most))
    costs = [most for most in found.values() if most]
    dearest = max(costs, default=0)
    # Where most cost the same none of them stands out.
    stands_out = costs.count(dearest) * 2 <= len(costs)

    def note(part: object) -> Note | None:
        most = found.get(id(part), 0)
        if most == 0:
            return None
        text = f"≤ {amount(most)} {'call' if most == 1 else 'calls'}" if most is not None else "? calls"
        return Note((text,), Tone.DEAREST if most == dearest and stands_out else None)

    return note


def _most(cost: FlowCost) -> Iterator[tuple[object, Amount]]:
    flow = cost.facts.flow
    if isinstance(flow.body, Chain):
        for part in flow.body.parts:
            yield from _of_part(cost, part, 1)
        return
    for transition in flow.body.transitions:
        if isinstance(transition.runs, Flow):
            yield transition, cost.transition(transition).calls.most
            yield from _most(cost.inner(transition.runs))
        else:
            yield transition, cost.transition(transition).calls.most


def _of_part(cost: FlowCost, part: Part, rounds: Amount) -> Iterator[tuple[object, Amount]]:
    if isinstance(part, Step):
        yield part, product(rounds, cost.parts.step(part).calls.most)
    elif isinstance(part, Nested):
        yield part.flow, product(rounds, cost.parts.nested(part.flow).calls.most)
        yield from ((inner, product(rounds, most)) for inner, most in _most(cost.inner(part.flow)))
    if isinstance(part, Repeat):
        rounds = product(rounds, None if isinstance(part.limit, Unknown) else part.limit)
    for inner in _children(part):
        yield from _of_part(cost, inner, rounds)


def _children(part: Part) -> list[Part]:
    match part:
        case Branch():
            return [one for route in known(part.routes, ()) for one in route.parts] + list(part.otherwise or ())
        case Repeat() | Parallel():
            return list(part.parts)
    return []


def finding_notes(flow: Flow, findings: Iterable[Finding]) -> NoteOf:
    """Return what findings say of each part. One about no part in particular stands at the flow's start."""
    parts = list(_named(flow))
    at: dict[Mark, list[Finding]] = {}
    for finding in findings:
        fitting = [mark for mark, names, place in parts if _about(finding, names, place)]
        for mark in fitting or ([id(flow)] if _of_flow(finding, flow) else []):
            at.setdefault(mark, []).append(finding)

    def note(part: object) -> Note | None:
        found = at.get(mark_of(part), [])
        if not found:
            return None
        worst = Tone.ERROR if any(one.severity is Severity.ERROR for one in found) else Tone.WARNING
        return Note(tuple(f"⚠ {one.code} {one.name}" for one in found), worst)

    return note


def _about(finding: Finding, names: tuple[str, ...], place: Place | None) -> bool:
    if finding.symbol in names:
        return True
    inside = place is not None and place.file == finding.place.file and place.line == finding.place.line
    return inside and "." not in finding.symbol


def _of_flow(finding: Finding, flow: Flow) -> bool:
    return finding.symbol.partition(".")[0] == name_of(flow.name)


def _named(flow: Flow) -> Iterator[tuple[Mark, tuple[str, ...], Place | None]]:
    """Every step, transition and state with what a finding may call it."""
    owner = name_of(flow.name)
    for part in flow_parts(flow):
        if isinstance(part, Step):
            yield id(part), (f"{owner}.{name_of(part.name)}",), part.place
        elif isinstance(part, Nested):
            yield from _named(part.flow)
    if isinstance(flow.body, Chain):
        return
    for transition in flow.body.transitions:
        yield id(transition), (f"{owner}.{name_of(transition.name)}",), transition.place
        if isinstance(transition.runs, Flow):
            yield from _named(transition.runs)
    for state in Machine(flow.body).states:
        yield (id(flow.body), state), (f"{owner}.{state}",), None
