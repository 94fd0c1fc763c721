"""A flow: one named graph, a chain or a workflow, and the parts it is made of.

The parts of a chain are a tree that may hold flows again, so they are defined together here.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

from chaindsl.graph.budget import Budget, Input
from chaindsl.graph.guarantee import Guarantee
from chaindsl.graph.guard import Guard
from chaindsl.graph.place import Place
from chaindsl.graph.state import Actor, State
from chaindsl.graph.step import Step
from chaindsl.graph.tag import tag
from chaindsl.graph.typeform import LiteralValue
from chaindsl.graph.unknown import Maybe, Unknown


@dataclass(frozen=True, slots=True)
class Nested:
    """A flow as a part of a chain: it reads its inputs from, and writes its outputs to, the outer values."""

    flow: "Flow"
    place: Place | None = field(default=None, compare=False)
    kind: Literal["nested"] = tag("nested")


@dataclass(frozen=True, slots=True)
class Route:
    """What runs for one label of a branch; no parts means that nothing does."""

    label: Maybe[LiteralValue]
    parts: tuple["Part", ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Run the route that the value of `key` names, or `otherwise` where no route does."""

    key: Maybe[str]
    routes: Maybe[tuple[Route, ...]]
    otherwise: tuple["Part", ...] | None = None
    place: Place | None = field(default=None, compare=False)
    kind: Literal["branch"] = tag("branch")


@dataclass(frozen=True, slots=True)
class Repeat:
    """Run the parts again until the `bool` under `until` is true, at most `limit` rounds.

    `exhausted` is `fail` or `continue`: what happens when the limit is used up.
    """

    parts: tuple["Part", ...]
    until: Maybe[str]
    limit: Maybe[int]
    exhausted: Maybe[str] = "fail"
    place: Place | None = field(default=None, compare=False)
    kind: Literal["repeat"] = tag("repeat")


@dataclass(frozen=True, slots=True)
class Parallel:
    """Run independent parts side by side."""

    parts: tuple["Part", ...]
    place: Place | None = field(default=None, compare=False)
    kind: Literal["parallel"] = tag("parallel")


@dataclass(frozen=True, slots=True)
class Hole:
    """A part that can't be followed; with `many` it may stand for any number of parts, none included."""

    unknown: Unknown
    many: bool = False
    place: Place | None = field(default=None, compare=False)
    kind: Literal["hole"] = tag("hole")


Part: TypeAlias = Step | Nested | Branch | Repeat | Parallel | Hole


class FlowKind(StrEnum):
    """The two kinds of flows."""

    CHAIN = "chain"
    WORKFLOW = "workflow"


@dataclass(frozen=True, slots=True)
class Chain:
    """The body of a chain: its parts in order."""

    parts: tuple[Part, ...]
    kind: Literal["chain"] = tag("chain")


@dataclass(frozen=True, slots=True)
class Transition:
    """An edge between states and the work that is done on it.

    `targets` has more than one name for a menu: the work returns the name of the state to go to. `limit` is how often
    a run may take it. `on_failure` names the state where the run goes when the work fails. `runs` is a whole flow in
    the place of a body.
    """

    name: Maybe[str]
    sources: Maybe[tuple[str, ...]]
    targets: Maybe[tuple[str, ...]]
    actor: Maybe[Actor] = Actor.AGENT
    menu: bool = False
    guard: Maybe[Guard | None] = None
    work: Step | None = None
    runs: "Maybe[Flow | None]" = None
    limit: Maybe[int | None] = None
    on_failure: Maybe[str | None] = None
    title: Maybe[str | None] = None
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Workflow:
    """The body of a workflow: states and transitions, both in the order the author listed them.

    `states` holds the declared states only; `open` says that there are transitions that can't be followed.
    """

    transitions: tuple[Transition, ...]
    initial: Maybe[str]
    final: Maybe[tuple[str, ...]] = ()
    states: Maybe[tuple[State, ...]] = ()
    max_chain_depth: Maybe[int] = 50
    open: Unknown | None = None
    kind: Literal["workflow"] = tag("workflow")

    def final_states(self) -> tuple[str, ...]:
        """Every state that is final, by name in `final` or as a declared state."""
        named = () if isinstance(self.final, Unknown) else self.final
        states = () if isinstance(self.states, Unknown) else self.states
        declared = (s.name for s in states if s.final is True and not isinstance(s.name, Unknown))
        return tuple(dict.fromkeys((*named, *declared)))


@dataclass(frozen=True, slots=True)
class Flow:
    """One chain or workflow.

    `outputs` is None where none are declared; `declared_outputs` and the rules of §9 then say what they are.
    """

    name: Maybe[str]
    body: Chain | Workflow
    inputs: Maybe[tuple[Input, ...]] = ()
    outputs: Maybe[tuple[str, ...] | None] = None
    budget: Maybe[Budget | None] = None
    drop: Maybe[bool] = False
    guarantees: Maybe[tuple[Guarantee, ...]] = ()
    doc: str = field(default="", compare=False)
    place: Place | None = field(default=None, compare=False)

    @property
    def kind(self) -> FlowKind:
        """Chain or workflow."""
        return FlowKind.CHAIN if isinstance(self.body, Chain) else FlowKind.WORKFLOW
