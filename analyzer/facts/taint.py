"""What a model's writing is followed along: trails from key to key, the types that end it, and the lists it sized."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from analyzer.facts.body.marks import Argument, Everything, Keyed, Mark, Model
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


def sized(steps: Iterable[Step], works: Works) -> Mapping[str, Trail]:
    """Return the keys whose number of items a model decided, each with the shortest trail; a cap ends one."""
    writing = [step for step in steps if isinstance(step.writes, str)]
    found: dict[str, Trail] = {}
    changed = True
    while changed:
        changed = False
        for step in writing:
            key = str(step.writes)
            trail = None if key in found else _size(step, works, found)
            if trail is not None:
                found[key] = (*trail, Hop(str(step.name), key, step.place))
                changed = True
    return found


def _size(step: Step, works: Works, found: Mapping[str, Trail]) -> Trail | None:
    # How much a command prints is its own affair.
    if step.command is not False or isinstance(step.each, Unknown) or longest(step.type) is not None:
        return None
    if isinstance(step.each, Each):
        return found.get(step.each.key) if step.each.limit is None and isinstance(step.each.key, str) else None
    return first(works.sizes(step) or (), found)


def first(origins: Iterable[Mark], found: Mapping[str, Trail]) -> Trail | None:
    """Return the shortest trail to a model among these origins: none at all from the model itself."""
    trails: list[Trail] = []
    for mark in origins:
        match mark:
            case Model() | Argument(person=False):
                trails.append(())
            case Keyed(key) if key in found:
                trails.append(found[key])
            case Everything():
                trails += found.values()
    return min(trails, key=lambda trail: (len(trail), [hop.key for hop in trail]), default=None)
