"""The options of steps and transitions, by name and type: what an editor shows and a type checker checks."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, TypedDict

from chaindsl.vocabulary.prompt import Prompt

Validator: TypeAlias = Callable[..., None]
"""A function of the candidate, then of keys by name, that raises ValueError with what is wrong."""


class WorkOptions(TypedDict, total=False):
    """Options of whatever does work: steps and transitions."""

    name: str
    """The name in the flow; the function's own unless given."""
    prompt: Prompt | Sequence[Prompt]
    """The prompts that the body sends."""
    validate: Validator | Sequence[Validator]
    """Checks of the value before anything downstream sees it."""
    fallback: object
    """What is written when the last attempt is rejected. Without it the run fails."""
    max_attempts: int
    """How often it is tried: 2 for a step, 1 for a transition, unless given."""
    backoff: float
    """Seconds × attempt between two tries; 0.5 unless given."""
    retry_on: type[Exception] | tuple[type[Exception], ...]
    """What is worth another try; every Exception unless given, but never budget, cancellation or FlowError."""
    timeout: float
    """Seconds that one attempt may take."""
    max_calls: int
    """How many model calls one attempt may make: 1 for a step that is handed a model, unless given."""
    effect: bool
    """Whether it touches the outside; a command does unless this is False."""
    idempotency_key: str
    """A template over the keys it reads, as in `charge-{order_id}`."""


class StepOptions(WorkOptions, total=False):
    """Options of steps alone."""

    each: str
    """The key of a list; the first parameter is one item, the results are written in the list's order."""
    limit: int
    """How many items at the most."""
    overflow: Literal["cut", "fail"]
    """What happens to a longer list: the rest is left out and counted, or the run fails."""
    workers: int
    """How many items at a time."""


class TransitionOptions(WorkOptions, total=False):
    """Options of transitions alone."""

    target: str
    """The state to go to; leave it out and return `Literal["a", "b"]` for a menu."""
    actor: Literal["deterministic", "agent", "human"]
    """Who decides: the runtime, a model (unless given), or a person."""
    when: str | Callable[..., bool]
    """A guard: an expression over keys, or a predicate whose parameters are keys."""
    writes: str
    """The key that the work writes."""
    title: str
    """What a person or a model reads on the link."""
    limit: int
    """How often a run may take it."""
    on_failure: str
    """The state to go to when the work fails."""
