"""A flow ready to be bound and run: its graph, and the live objects that the graph's names stand for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from chaindsl.graph.flow import Flow
from chaindsl.vocabulary.prompt import Prompt

Catchable: TypeAlias = type[Exception]


@dataclass(frozen=True, slots=True)
class Work:
    """The live side of one step.

    `type` is what the written value is validated with (one item's, in an `each` step; what a command yields, where
    it returns one), `Any` where the annotation could not be resolved. With `Step.parsed` it is the type that a
    model's text becomes. `validators` are in the order of `Step.validators`. `fallback` counts only where
    `Step.fallback` is not None.
    """

    function: Callable[..., Any]
    type: Any = Any
    validators: tuple[Callable[..., object], ...] = ()
    retry_on: tuple[Catchable, ...] = (Exception,)
    fallback: object = None
    prompts: tuple[Prompt, ...] = ()
    actor_types: Mapping[str, Any] = field(default_factory=dict)
    """For parameters that an actor supplies: their live types, by parameter."""
    awaited: frozenset[str] = frozenset()
    """The tools that are models which the function awaits, as their annotations say."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A flow's graph with its live objects.

    `works` is keyed by the name of the step or transition, `guards` (predicates only) by the transition's name,
    `flows` (nested flows and flows that transitions run) by the flow's name. `inputs` holds the live type of each
    input key; `model` is the pydantic model that declares them, or None.
    """

    graph: Flow
    works: Mapping[str, Work]
    guards: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    flows: Mapping[str, "Definition"] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    model: type[Any] | None = None
