"""What a model wrote: which keys hold text of its own, and which lists have a size that it decided.

A model's text stays a model's through steps, helpers, f-strings and containers. It ends where a step's type limits
what can be written, or where the step checks its value; a size ends at a cap.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from analyzer.facts.body.marks import Argument, Keyed, Mark, Model
from analyzer.facts.body.works import Works
from analyzer.facts.key_types import longest
from chaindsl.graph.place import Place
from chaindsl.graph.step import Each, Step
from chaindsl.graph.typeform import Constrained, EnumForm, LiteralForm, Named, TypeForm, UnionForm
from chaindsl.graph.unknown import Unknown

_LIMITED = """
None bool int float complex decimal.Decimal fractions.Fraction datetime.date datetime.datetime datetime.time
datetime.timedelta uuid.UUID ipaddress.IPv4Address ipaddress.IPv6Address
"""
_HARMLESS = frozenset(_LIMITED.split())


@dataclass(frozen=True, slots=True)
class Hop:
    """One step on the way of a model's text: who wrote which key, and where."""

    writer: str
    key: str
    place: Place | None


Trail = tuple[Hop, ...]
"""From the model to the key, in the order in which it is written."""


def limited(form: TypeForm) -> bool | None:
    """Say whether a type limits what can be in it to something harmless; None where the type is not known."""
    match form:
        case Unknown():
            return None
        case LiteralForm() | EnumForm():
            return True
        case Constrained(base, constraints):
            return any(part.name == "pattern" for part in constraints) or limited(base)
        case UnionForm(members):
            return _all(limited(member) for member in members)
        case Named(name, args):
            if name in _HARMLESS:
                return True
            container = name in ("list", "tuple", "set", "frozenset", "dict", "Sequence", "Mapping")
            inner = [arg for arg in args if arg not in (Named("..."), Named("()"))]
            return _all(limited(arg) for arg in inner) if container and inner else False


def _all(found: Iterable[bool | None]) -> bool | None:
    seen = set(found)
    return False if False in seen else None if None in seen else True


class Taint:
    """The keys of one flow that a model wrote, or sized.

    `ends` says of a step that whatever it writes is no longer a model's own.
    """

    def __init__(self, steps: Iterable[Step], works: Works, ends: Callable[[Step], bool]) -> None:
        self._steps = [step for step in steps if isinstance(step.writes, str)]
        self._works = works
        self._ends = ends
        self.written: Mapping[str, Trail] = self._spread(self._value)
        self.sized: Mapping[str, Trail] = self._spread(self._size)

    def _spread(self, origin: Callable[[Step, Mapping[str, Trail]], Trail | None]) -> dict[str, Trail]:
        """Follow keys from step to step until nothing is added; the first trail found is the shortest."""
        found: dict[str, Trail] = {}
        changed = True
        while changed:
            changed = False
            for step in self._steps:
                key = str(step.writes)
                trail = None if key in found else origin(step, found)
                if trail is not None:
                    found[key] = (*trail, Hop(str(step.name), key, step.place))
                    changed = True
        return found

    def _value(self, step: Step, found: Mapping[str, Trail]) -> Trail | None:
        if self._ends(step):
            return None
        return first(self._works.values(step) or (), found)

    def _size(self, step: Step, found: Mapping[str, Trail]) -> Trail | None:
        if isinstance(step.each, Unknown) or longest(step.type) is not None:
            return None
        if isinstance(step.each, Each):
            return found.get(step.each.key) if step.each.limit is None and isinstance(step.each.key, str) else None
        return first(self._works.sizes(step) or (), found)


def first(origins: Iterable[Mark], found: Mapping[str, Trail]) -> Trail | None:
    """Return the shortest trail to a model among these origins: none at all from the model itself."""
    trails: list[Trail] = []
    for mark in origins:
        if isinstance(mark, Model | Argument):
            trails.append(())
        elif isinstance(mark, Keyed) and mark.key in found:
            trails.append(found[mark.key])
    return min(trails, key=lambda trail: (len(trail), [hop.key for hop in trail]), default=None)
