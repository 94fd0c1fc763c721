"""The parts of a chain as a flat list, each with the block and the route that it stands in; and which are the same."""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from chaindsl.graph.flow import Branch, Hole, Nested, Parallel, Part, Repeat
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Maybe, Unknown
from chaindsl.review.changes.change import Aspect
from chaindsl.review.changes.exact import normal
from chaindsl.review.changes.wording import route_words


@dataclass(frozen=True, eq=False)
class Element:
    """One part; `around` is the block that it stands in, None at the top, and `route` its label there.

    `number` counts elements in the order of the source.
    """

    kind: Aspect
    name: str
    part: Part
    number: int
    around: "Element | None" = None
    route: str = ""

    @property
    def trail(self) -> tuple[tuple[str, str, str], ...]:
        """The blocks around it, innermost first."""
        if self.around is None:
            return ()
        return ((self.around.kind.value, self.around.name, self.route), *self.around.trail)


Key = Callable[[Element], object]
Pairs = Mapping[Element, Element]
"""From the old elements to the new ones."""


def elements(parts: Iterable[Part]) -> list[Element]:
    """Return parts and all that is inside them, flows apart, in the order of the source."""
    found: list[Element] = []
    _collect(parts, None, "", found)
    return found


def _collect(parts: Iterable[Part], around: Element | None, route: str, found: list[Element]) -> None:
    for part in parts:
        kind, name = _called(part)
        one = Element(kind, name, part, len(found), around, route)
        found.append(one)
        match part:
            case Branch():
                for label, inner in routes(part):
                    _collect(inner, one, label, found)
            case Repeat() | Parallel():
                _collect(part.parts, one, "", found)


def routes(part: Branch) -> Iterator[tuple[str, tuple[Part, ...]]]:
    """Yield the routes of a branch with their labels, what runs otherwise among them."""
    for route in () if isinstance(part.routes, Unknown) else part.routes:
        yield route_words(route), route.parts
    if part.otherwise is not None:
        yield "otherwise", part.otherwise


def _called(part: Part) -> tuple[Aspect, str]:
    match part:
        case Step():
            return Aspect.STEP, _text(part.name)
        case Nested(flow):
            return Aspect.PART, _text(flow.name)
        case Branch():
            return Aspect.BRANCH, _text(part.key)
        case Repeat():
            return Aspect.LOOP, _text(part.until)
        case Parallel():
            return Aspect.PARALLEL, ""
        case Hole():
            return Aspect.PART, _text(part.unknown)


def _text(name: Maybe[str]) -> str:
    return f"?{normal(name.text)}" if isinstance(name, Unknown) else name


def paired(old: list[Element], new: list[Element]) -> Pairs:
    """Return which elements are the same: steps and flows by name, blocks by name and by what is in them."""
    pairs: dict[Element, Element] = {}
    for key in (_by_trail, _by_name):
        _pair(old, new, key, pairs)
    in_common: Counter[tuple[Element, Element]] = Counter()
    for one, other in pairs.items():
        in_common.update((a, b) for a in _blocks(one) for b in _blocks(other) if a.kind is b.kind)
    for block in old:
        if not _is_leaf(block):
            alike = (other for other in new if other.kind is block.kind and other.name == block.name)
            in_common.update((block, other) for other in alike)
    taken = set[Element]()
    for (block, other), _ in sorted(in_common.items(), key=lambda item: -item[1]):
        if block not in pairs and other not in taken:
            pairs[block] = other
            taken.add(other)
    return pairs


def _pair(old: list[Element], new: list[Element], key: Key, pairs: dict[Element, Element]) -> None:
    taken = set(pairs.values())
    left: dict[object, deque[Element]] = {}
    for element in new:
        if _is_leaf(element) and element not in taken:
            left.setdefault(key(element), deque()).append(element)
    for element in old:
        waiting = left.get(key(element)) if _is_leaf(element) and element not in pairs else None
        if waiting:
            pairs[element] = waiting.popleft()


def _by_trail(element: Element) -> object:
    return element.kind, element.name, element.trail


def _by_name(element: Element) -> object:
    return element.kind, element.name


def _is_leaf(element: Element) -> bool:
    return element.kind in (Aspect.STEP, Aspect.PART)


def _blocks(element: Element) -> Iterator[Element]:
    """The blocks around an element, innermost first."""
    around = element.around
    while around is not None:
        yield around
        around = around.around


def kept_in_order(positions: Sequence[int]) -> set[int]:
    """Return the indices of a longest run of rising numbers: what is not among them has moved.

    Patience sorting (Fredman, 1975), so that a thousand parts take no time.
    """
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, value in enumerate(positions):
        at = bisect_left(ends, value)
        ends[at : at + 1] = [value]
        last[at : at + 1] = [index]
        before.append(last[at - 1] if at else -1)
    found: set[int] = set()
    index = last[-1] if last else -1
    while index >= 0:
        found.add(index)
        index = before[index]
    return found
