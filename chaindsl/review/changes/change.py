"""One change to a flow, as data. It knows neither how changes are found nor how they are shown."""

from dataclasses import dataclass, field
from enum import StrEnum

from chaindsl.graph.place import Place


class Aspect(StrEnum):
    """What a change is about."""

    FLOW = "flow"
    STEP = "step"
    BRANCH = "branch"
    LOOP = "loop"
    PARALLEL = "parallel"
    PART = "part"
    """A flow inside a flow, or a part that can't be followed."""
    STATE = "state"
    TRANSITION = "transition"
    ORDER = "order"
    KEY = "key"
    TYPE = "type"
    TOOL = "tool"
    PROMPT = "prompt"
    VALIDATOR = "validator"
    FALLBACK = "fallback"
    RETRY = "retry"
    LIMIT = "limit"
    EFFECT = "effect"
    ACTOR = "actor"
    GUARD = "guard"
    GUIDANCE = "guidance"
    BUDGET = "budget"
    GUARANTEE = "guarantee"
    INPUT = "input"
    OUTPUT = "output"
    UNKNOWN = "unknown"
    """Something that can't be followed from source, whose text is another one now."""


class Verb(StrEnum):
    """What has happened to it."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Change:
    """One change.

    `subject` is the step, transition, state or flow that it belongs to, by its new name; `inside` are the flows around
    it within the flow that is compared, outermost first. `what` says which of its properties, where there is more than
    one of the aspect. `before` and `after` are texts, None where there is nothing. `lines` is a difference of texts,
    each line with `+`, `-` or a blank before it. `place` is where the new one stands, or stood. `spots` are the part's
    numbers in the old and the new chain, for pictures: one name may stand twice.
    """

    aspect: Aspect
    verb: Verb
    subject: str
    what: str = ""
    before: str | None = None
    after: str | None = None
    lines: tuple[str, ...] = ()
    place: Place | None = None
    inside: tuple[str, ...] = ()
    spots: tuple[int | None, int | None] = field(default=(None, None), compare=False)


class Named(StrEnum):
    """What can get another name."""

    FLOW = "flow"
    STEP = "step"
    TRANSITION = "transition"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class Renamed:
    """Something that has another name now and is otherwise, and in its surroundings, what it was. It is no change."""

    kind: Named
    before: str
    after: str
