"""The parts of a chain that hold other parts: branches, loops and parallel parts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias, TypeVar, Union

from chaindsl.graph.place import Place
from chaindsl.language.declaration import calling_place
from chaindsl.language.flow import Flow
from chaindsl.language.rename import Renamed

Part: TypeAlias = Union[Callable[..., object], Flow, Renamed, "Branch", "Repeat", "Parallel"]
"""A step (a decorated function), a flow, a renamed step, or a block."""
Parts: TypeAlias = Part | Sequence[Part] | None
"""What a route holds: a part, several in order, or nothing to do."""
Label: TypeAlias = str | int | bool | Enum | None


@dataclass(frozen=True, slots=True)
class Branch:
    """See `branch`. Nothing is judged yet."""

    key: str
    routes: object
    otherwise: Parts
    has_otherwise: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Repeat:
    """See `repeat`."""

    parts: tuple[Part, ...]
    until: str
    limit: int
    exhausted: str
    place: Place


@dataclass(frozen=True, slots=True)
class Parallel:
    """See `parallel`."""

    parts: tuple[Part, ...]
    place: Place


L = TypeVar("L", bound=Label)


class _Unset(Enum):
    UNSET = "unset"


def branch(key: str, routes: Mapping[L, Parts], *, otherwise: Parts | _Unset = _Unset.UNSET) -> Branch:
    """Run the route that the value of `key` names.

    `routes` maps each value to a part, a list of parts, or None for nothing to do. `otherwise` runs where no route is
    named; give None for nothing to do there. Without it a value that has no route fails the run.
    """
    place = calling_place()
    if isinstance(otherwise, _Unset):
        return Branch(key, routes, None, False, place)
    return Branch(key, routes, otherwise, True, place)


def repeat(*parts: Part, until: str, limit: int, exhausted: Literal["fail", "continue"] = "fail") -> Repeat:
    """Run the parts again and again until the `bool` under `until` is true, at most `limit` rounds.

    The key is looked at as soon as a part has written it; when it is true the loop ends there. When the limit is used
    up the run fails, or goes on with `exhausted="continue"`.
    """
    return Repeat(parts, until, limit, exhausted, calling_place())


def parallel(*parts: Part) -> Parallel:
    """Run independent parts side by side. No part may write what another reads or writes."""
    return Parallel(parts, calling_place())
