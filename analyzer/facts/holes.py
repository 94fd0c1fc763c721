"""The holes of a graph: what the source says and this reading could not follow."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from operator import attrgetter
from typing import Any

from chaindsl.graph.flow import Flow, FlowKind, Hole, Nested, Transition
from chaindsl.graph.place import Place
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Prompt, Source, Step, ToolKind
from chaindsl.graph.typeform import Constrained, Named, UnionForm
from chaindsl.graph.unknown import Unknown, Why

_PLAIN = frozenset({str, int, float, bool, Place, Actor, Source, ToolKind, Why, FlowKind})
_Piece = tuple[object, str, Place | None]
"""A piece of a graph, what it is, and the nearest place that is known."""
_TYPES = frozenset({Named, UnionForm, Constrained})
_SHARED = frozenset({Step, Prompt}) | _TYPES
_ANNOTATED = frozenset({"type", "kind", "item", "command", "effect", "source"})


@dataclass(frozen=True, slots=True)
class Gap:
    """One hole: why it is there, what it is a hole in, and the nearest place that is known."""

    unknown: Unknown
    what: str
    place: Place | None


def gaps(flow: Flow, whole: dict[int, object]) -> Iterator[Gap]:
    """Yield the holes of a flow, those of flows inside it left out, in the order of the source.

    A type or a tool's kind that comes from outside the project is no hole: it can't be known from source alone. One
    expression that leaves many holes, as `**options` in a decorator does, is one. `whole` are steps, types and prompts,
    by their identity, that are known to have none; those that are found to have none are added.
    """
    found: dict[tuple[object, ...], list[Gap]] = {}
    for gap in _gaps([(flow, "flow", flow.place)], whole):
        found.setdefault((gap.unknown.place or gap.place, gap.unknown.text, gap.unknown.why), []).append(gap)
    for same in found.values():
        yield same[0] if len(same) == 1 else replace(same[0], what=_in_common(same))


def _in_common(gaps: list[Gap]) -> str:
    """What several holes are in: all of one name, or options of one step, or of more than one thing."""
    names = {gap.what for gap in gaps}
    owners = {name.rpartition(" ")[0] for name in names}
    if len(names) == 1:
        return names.pop()
    return f"options of {owners.pop()}" if len(owners) == 1 and "" not in owners else "options"


def _gaps(stack: list[_Piece], whole: dict[int, object]) -> list[Gap]:
    """Look at pieces of a graph, the last one first, and at all that is in them."""
    found: list[Gap] = []
    while stack:
        value, what, place = stack.pop()
        if isinstance(value, Unknown):
            found.append(Gap(value, what, value.place or place))
        elif isinstance(value, tuple):
            stack += [(item, what, place) for item in reversed(value) if not _plain(item)]
        elif isinstance(value, Hole):
            found.append(Gap(value.unknown, "part", value.place or value.unknown.place or place))
        elif type(value) in _SHARED:
            if id(value) not in whole:
                inner = _gaps(_inner(value, what, place), whole)
                found += inner
                if not inner:
                    whole[id(value)] = value
        elif not isinstance(value, Nested):
            stack += _inner(value, what, place)
    return found


def _plain(value: Any) -> bool:
    """Whether there can be no hole in something; nearly all that a graph holds is so."""
    kind = type(value)
    return value is None or kind in _PLAIN or (kind is Named and not value.args)


_FIELDS: dict[type, tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]] = {}


def _fields(kind: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The names of the fields of a piece of graph, last first, and what hands out their values; none for others."""
    if kind not in _FIELDS:
        names = tuple(part.name for part in reversed(fields(kind))) if is_dataclass(kind) else ()
        # Of a single name it would hand out the bare value.
        values = attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)
        _FIELDS[kind] = names, values
    return _FIELDS[kind]


def _inner(value: Any, what: str, place: Place | None) -> list[_Piece]:
    """What is in a piece of graph, last first."""
    names, values = _fields(type(value))
    inside = [pair for pair in zip(names, values(value), strict=True) if pair[1] and not _plain(pair[1])]
    if not inside:
        return []
    found: list[_Piece] = []
    place = getattr(value, "place", None) or place
    is_type = type(value) in _TYPES
    owner = "" if is_type else _owner(value)
    for name, inner in inside:
        kind = type(inner)
        from_annotation = is_type or name in _ANNOTATED
        if from_annotation and kind is Unknown and inner.why is Why.OUTSIDE:
            continue
        if kind is Flow and type(value) is Transition:
            continue
        found.append((inner, what if is_type else f"{owner}{name}", place))
    return found


def _owner(value: object) -> str:
    name = getattr(value, "name", None)
    return f"`{name}` " if isinstance(value, Step | Transition) and isinstance(name, str) else ""
