"""All facts about the bodies of one flow's steps, each computed when it is first asked for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from analyzer.facts.body.chance import is_set_of_texts
from analyzer.facts.body.works import Works
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.inner_flows import Inner, inner_flows
from analyzer.facts.key_types import longest
from analyzer.facts.reach import Reach
from analyzer.facts.taint import Trail, limited, sized
from analyzer.source.reading import SourceFlow
from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Flow, Workflow
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import ANY, STR, Named, TypeForm, UnionForm
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import flow_steps

_TEXTS = (STR, ANY, Named("chaindsl.Completion"), Named("object"))
_CONTAINERS = frozenset({"list", "tuple", "set", "frozenset", "dict", "Sequence", "Iterable", "Collection", "Mapping"})


class BodyFacts:
    """A flow, the facts of its graph, and what the bodies of its steps do."""

    def __init__(self, source: SourceFlow, facts: FlowFacts) -> None:
        self.source = source
        self.facts = facts
        self.name = facts.name
        self._inner: dict[int, BodyFacts] = {}
        self.uses_of_inputs: dict[str, tuple[Any, ...]] = {}
        self.sunk_of_inputs: dict[str, tuple[Any, ...]] = {}
        """What others have found out about what becomes of each input."""

    def inner(self, flow: Flow) -> "BodyFacts":
        """Return the facts about the bodies of a flow inside this one."""
        if id(flow) not in self._inner:
            found = BodyFacts(replace(self.source, graph=flow), self.facts.inner(flow))
            self._inner[id(flow)] = found
            found._inner = self._inner
        return self._inner[id(flow)]

    @cached_property
    def inners(self) -> tuple[Inner, ...]:
        """The flows that stand directly in this one."""
        return tuple(inner_flows(self.facts.flow))

    def steps(self) -> Sequence[Step]:
        """Return the steps and works that stand directly in the flow, each once."""
        return self._steps

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        return tuple({id(step): step for step in flow_steps(self.source.graph)}.values())

    @cached_property
    def works(self) -> Works:
        """The bodies of the steps."""
        cap = lambda key: longest(self.facts.type_of(key))  # noqa: E731 - it is what `Cap` says
        return Works(self.source.bodies, self.source.reader, cap, lambda step: id(step) not in self._agents)

    @cached_property
    def _agents(self) -> frozenset[int]:
        """The works that an agent decides for."""
        body = self.source.graph.body
        transitions = body.transitions if isinstance(body, Workflow) else ()
        return frozenset(id(transition.work) for transition in transitions if transition.actor is Actor.AGENT)

    @cached_property
    def holds_sets(self) -> bool:
        """Whether a key of the flow holds a set whose order differs from process to process."""
        return any(is_set_of_texts(form) for form in self.facts.types.values())

    @cached_property
    def starts_commands(self) -> bool:
        """Whether some body, in the flow or in one inside it, starts a program."""
        own = any(self.works.commands(step) for step in self.steps())
        return own or any(self.inner(inner.flow).starts_commands for inner in self.inners)

    @cached_property
    def sized(self) -> Mapping[str, Trail]:
        """The lists whose length a model decided, by key."""
        return sized(self.steps(), self.works)

    @cached_property
    def wild(self) -> Reach:
        """What a model wrote without a type that limits it or a check: what must not reach a command."""
        return self._reach(lambda step: limited(step.type) is not False or checked(step), lambda one: one.wild)

    @cached_property
    def free(self) -> Reach:
        """What a model wrote as free text, without any type or check: what should not reach a prompt or a route."""
        return self._reach(lambda step: not free_text(step) or checked(step), lambda one: one.free)

    def _reach(self, ends: Callable[[Step | Input], bool], of: Callable[["BodyFacts"], Reach]) -> Reach:
        return Reach(self.facts, self.steps(), self.works, ends, self.inners, lambda flow: of(self.inner(flow)))


def checked(step: Step | Input) -> bool:
    """Whether a step has validators, or may have."""
    return isinstance(step, Step) and (isinstance(step.validators, Unknown) or bool(step.validators))


def free_text(step: Step | Input) -> bool:
    """Whether a step certainly writes, or an input is, plain text or a container of it: its type says nothing."""
    if isinstance(step, Step) and step.parsed and step.type not in _TEXTS:
        return False
    return _is_free(step.type)


def _is_free(form: TypeForm) -> bool:
    match form:
        case UnionForm(members):
            return any(_is_free(member) for member in members) and not any(isinstance(m, Unknown) for m in members)
        case Named(name, args) if name in _CONTAINERS:
            return not args or _is_free(args[-2] if args[-1] == Named("...") else args[-1])
    return form in _TEXTS
