"""Functions that claim to be computable: guards, and steps without tool and effect; and what gives them the lie."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyzer.facts.body.chance import CHANCING, Chances, Found, is_set_of_texts
from analyzer.facts.body.declared import predicate
from analyzer.facts.body.marks import Keyed
from analyzer.facts.body.spoken import displays_sets, speaks_of
from analyzer.facts.body.visits import Given
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.contract import name_of
from analyzer.source.definition import Function, Marked
from analyzer.source.step import place_of
from chaindsl.graph.flow import Workflow
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step, ToolKind
from chaindsl.graph.typeform import ANY, TypeForm


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A function that claims to be computable: `what` it is, whose, and what its parameters stand for."""

    what: str
    name: str
    function: Function
    given: Given
    types: Mapping[str, TypeForm]

    @property
    def function_name(self) -> str:
        """The function's own name."""
        return getattr(self.function.node, "name", "<lambda>")

    @property
    def place(self) -> Place:
        """Where the function stands."""
        return place_of(self.function)


def claims(bodies: BodyFacts) -> Iterator[Claim]:
    """Yield the functions of a flow that claim to be computable."""
    for step in bodies.steps():
        body = bodies.works.body(step)
        if body is not None and _claims(step):
            types = {read.key: read.type for read in step.reads if read.type != ANY}
            yield Claim("the step", name_of(step.name), body.function, bodies.works.given(step), types)
    yield from guards(bodies)


def guards(bodies: BodyFacts) -> Iterator[Claim]:
    """Yield the predicates of a workflow's transitions."""
    flow = bodies.source.graph
    for transition in flow.body.transitions if isinstance(flow.body, Workflow) else ():
        body = None if transition.place is None else bodies.source.bodies.get(transition.place)
        function = None if body is None else predicate(bodies.source.reader, body)
        if function is not None:
            yield Claim("the guard", name_of(transition.name), function, _keys(function), {})


def chances(bodies: BodyFacts, claim: Claim) -> list[Found]:
    """Return what differs from run to run in a function that claims to be computable."""
    reader = bodies.source.reader
    sets = bodies.holds_sets or any(is_set_of_texts(form) for form in claim.types.values())
    if sets or speaks_of(reader, claim.function, CHANCING) or displays_sets(reader, claim.function):
        return Chances(reader, {**bodies.facts.types, **claim.types}).of(claim.function, claim.given)
    return []


def _claims(step: Step) -> bool:
    plain = all(tool.kind is ToolKind.FEEDBACK for tool in step.tools)
    return plain and step.command is False and step.effect is None


def _keys(function: Function) -> dict[str, Marked]:
    spec = function.node.args
    return {p.arg: Marked(Keyed(p.arg)) for p in (*spec.posonlyargs, *spec.args)}
