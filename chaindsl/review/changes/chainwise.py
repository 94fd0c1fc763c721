"""What differs between two chains: parts that came, went or moved, and what differs in those that stayed."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Repeat
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown
from chaindsl.review.changes.change import Aspect, Change, Verb
from chaindsl.review.changes.element import Element, Pairs, elements, kept_in_order, paired, routes
from chaindsl.review.changes.exact import same
from chaindsl.review.changes.stepwise import changed, step_changes
from chaindsl.review.changes.wording import part_words, parts_words, plain, unknown_text

Inner = Callable[[Flow, Flow], Iterator[Change]]
"""Compares two flows that are parts of those that are compared."""


def chain_changes(old: Chain, new: Chain, inner: Inner) -> Iterator[Change]:
    """Yield what differs between two chains, in the order of the new one; what went comes last."""
    before, after = elements(old.parts), elements(new.parts)
    pairs = paired(before, after)
    stayed = {other: one for one, other in pairs.items()}
    moved = dict(_moves(before, after, pairs))
    for element in after:
        if element not in stayed:
            yield _came_or_went(element, Verb.ADDED, after)
            continue
        spots = stayed[element].number, element.number
        found = [moved[element]] if element in moved else []
        yield from (replace(one, spots=spots) for one in (*found, *_inside(stayed[element], element, inner)))
    for element in before:
        if element not in pairs:
            yield _came_or_went(element, Verb.REMOVED, before)


def _came_or_went(element: Element, verb: Verb, among: list[Element]) -> Change:
    text = _where(element, among)
    if element.kind not in (Aspect.STEP, Aspect.PART):
        text = f"{part_words(element.part)}, {text}" if element.kind is Aspect.PARALLEL else f"{_held(element)}, {text}"
    before, after = (None, text) if verb is Verb.ADDED else (text, None)
    spots = (None, element.number) if verb is Verb.ADDED else (element.number, None)
    return Change(element.kind, verb, _subject(element), "", before, after, place=_place(element), spots=spots)


def _held(element: Element) -> str:
    """What is in a block."""
    match element.part:
        case Repeat(parts, _, limit, exhausted):
            return f"around {parts_words(parts)}, at most {plain(limit)} rounds, then {plain(exhausted)}s"
        case Branch(routes=Unknown() as unknown):
            return f"routes {unknown_text(unknown)}"
        case Branch() as branch:
            return "; ".join(f"{label}: {parts_words(parts)}" for label, parts in routes(branch)) or "without routes"
    return part_words(element.part)


def _subject(element: Element) -> str:
    return part_words(element.part)


def _place(element: Element) -> Place | None:
    return element.part.place


def _where(element: Element, among: list[Element]) -> str:
    """Where an element stands: in which block, and after what."""
    beside = [one for one in among if one.around is element.around and one.route == element.route]
    at = beside.index(element)
    text = f"after {part_words(beside[at - 1].part)}" if at else "first"
    if element.around is not None and isinstance(element.around.part, Parallel):
        text = "side by side with others"
    elif element.around is not None:
        route = f", route {element.route}" if element.route else ""
        text += f" in the {part_words(element.around.part)}{route}"
    return text


def _moves(before: list[Element], after: list[Element], pairs: Pairs) -> Iterator[tuple[Element, Change]]:
    """Yield the elements that stand elsewhere now, or in another order among those that stayed beside them."""
    homes = _Homes(pairs)
    beside: dict[Home, list[Element]] = {}
    for one in before:
        if one in pairs:
            home = homes.new(pairs[one])
            if homes.old(one) != home:
                yield pairs[one], _move(one, pairs[one], before, after)
            else:
                beside.setdefault(home, []).append(one)
    for (block, _), some in beside.items():
        if block is not None and isinstance(block.part, Parallel):
            continue
        kept = kept_in_order([pairs[one].number for one in some])
        for index, one in enumerate(some):
            if index not in kept:
                yield pairs[one], _move(one, pairs[one], before, after)


Home = tuple[Element | None, str]
"""A new block, None for the chain itself, and the route in it."""


class _Homes:
    """The nearest block around an element that stayed: one that came or went around it has not moved it."""

    def __init__(self, pairs: Pairs) -> None:
        self._to_new = dict(pairs)
        self._stayed = {other: other for other in pairs.values()}

    def old(self, element: Element) -> Home:
        """The home of an old element."""
        return self._home(element, self._to_new)

    def new(self, element: Element) -> Home:
        """The home of a new element."""
        return self._home(element, self._stayed)

    def _home(self, element: Element, known: Pairs) -> Home:
        current = element
        while current.around is not None:
            if current.around in known:
                return known[current.around], current.route
            current = current.around
        return None, ""


def _move(one: Element, other: Element, before: list[Element], after: list[Element]) -> Change:
    was, now = _where(one, before), _where(other, after)
    return Change(Aspect.ORDER, Verb.CHANGED, _subject(other), "", was, now, place=_place(other))


def _inside(one: Element, other: Element, inner: Inner) -> Iterator[Change]:
    """What differs in a part that stayed, the parts inside it apart."""
    subject, place = _subject(other), _place(other)
    match one.part, other.part:
        case Step() as old, Step() as new:
            yield from step_changes(old, new, subject)
        case Nested(old_flow), Nested(new_flow):
            yield from inner(old_flow, new_flow)
        case Branch() as old_branch, Branch() as new_branch:
            yield from _branch(old_branch, new_branch, subject)
        case Repeat() as old_loop, Repeat() as new_loop:
            for aspect, what, before, after in (
                (Aspect.KEY, "until", old_loop.until, new_loop.until),
                (Aspect.LIMIT, "most rounds", old_loop.limit, new_loop.limit),
                (Aspect.LIMIT, "when the rounds are used up", old_loop.exhausted, new_loop.exhausted),
            ):
                if not same(before, after):
                    yield changed(aspect, subject, what, (plain(before), plain(after)), place)
        case Hole() as old_hole, Hole() as new_hole:
            if not same(old_hole, new_hole):
                words = unknown_text(old_hole.unknown), unknown_text(new_hole.unknown)
                yield changed(Aspect.UNKNOWN, subject, "", words, place)


def _branch(old: Branch, new: Branch, subject: str) -> Iterator[Change]:
    if not same(old.key, new.key):
        yield changed(Aspect.KEY, subject, "chosen by", (plain(old.key), plain(new.key)), new.place)
    if isinstance(old.routes, Unknown) or isinstance(new.routes, Unknown):
        if not same(old.routes, new.routes):
            words = _routes_words(old), _routes_words(new)
            yield changed(Aspect.BRANCH, subject, "routes", words, new.place)
        return
    before, after = dict(routes(old)), dict(routes(new))
    for label in {**before, **after}:
        if (label in before) != (label in after):
            was, now = (parts_words(some[label]) if label in some else None for some in (before, after))
            yield changed(Aspect.BRANCH, subject, f"route {label}", (was, now), new.place)


def _routes_words(branch: Branch) -> str:
    if isinstance(branch.routes, Unknown):
        return unknown_text(branch.routes)
    return ", ".join(label for label, _ in routes(branch))
