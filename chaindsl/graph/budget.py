"""What a run may spend, and what its caller supplies."""

from dataclasses import dataclass, field

from chaindsl.graph.place import Place
from chaindsl.graph.typeform import ANY, TypeForm
from chaindsl.graph.unknown import Maybe


@dataclass(frozen=True, slots=True)
class Budget:
    """What a run may spend: seconds of work, model calls, tokens, and bytes of values carried forward."""

    seconds: Maybe[float | None] = None
    calls: Maybe[int | None] = None
    tokens: Maybe[int | None] = None
    bytes: Maybe[int | None] = None


@dataclass(frozen=True, slots=True)
class Input:
    """One key that the caller supplies; `optional` says that it has a default."""

    key: str
    type: TypeForm = ANY
    optional: bool = False
    place: Place | None = field(default=None, compare=False)
