"""Steps under other names and keys."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from chaindsl.graph.place import Place
from chaindsl.language.declaration import calling_place


@dataclass(frozen=True, slots=True)
class Renamed:
    """See `renamed`. Nothing is judged yet."""

    function: Callable[..., object]
    name: str
    reads: object
    writes: str | None
    place: Place


def renamed(
    step: Callable[..., object], *, name: str, reads: Mapping[str, str] | None = None, writes: str | None = None
) -> Renamed:
    """Reuse a step as `name`, reading `reads[key]` for each key named there, and writing `writes`.

    Its validators, the list of an `each` step and its idempotency key's template follow.
    """
    return Renamed(step, name, reads or {}, writes, calling_place())
