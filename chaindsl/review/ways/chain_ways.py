"""Ways through the parts of a chain: every one of them, or as few as take every route.

A loop is left as soon as its key is written in its first round, its second and its last, and it is used up. All rounds
of one way but the last do the same, so that there are finitely many, and not too many.
"""

from collections.abc import Callable, Sequence
from itertools import product

from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Part, Repeat
from chaindsl.graph.outputs import flow_outputs, part_writes
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown
from chaindsl.review.ways.way import Beside, Chosen, Done, Gap, Rounds, Stop, Way, Within

USED_UP = "a loop is used up"


class TooManyError(Exception):
    """There are more ways than were asked for."""


class ChainWays:
    """Finds ways; at most `most` of them, else `every` raises TooManyError. `machine` follows workflows inside."""

    def __init__(self, most: int, machine: Callable[[Flow], list[Way]]) -> None:
        self._most = most
        self._machine = machine
        self._all = True

    def every(self, parts: Sequence[Part]) -> list[Way]:
        """Return every way through parts in a row. Raises TooManyError."""
        self._all = True
        return self._row(parts)

    def covering(self, parts: Sequence[Part]) -> list[Way]:
        """Return ways that together take every route and leave every loop in every way."""
        self._all = False
        return self._row(parts)

    def _row(self, parts: Sequence[Part]) -> list[Way]:
        found = [Way(())]
        for part in parts:
            found = self._joined(found, self._part(part))
        return found

    def _joined(self, before: list[Way], after: list[Way]) -> list[Way]:
        ended = [way for way in before if way.fails]
        going = [way for way in before if not way.fails]
        if len(after) == 1 and not after[0].fails:
            made = [Way((*way.stops, *after[0].stops)) for way in going]
        elif self._all:
            if len(going) * len(after) + len(ended) > self._most:
                raise TooManyError
            made = [_then(one, other) for one in going for other in after]
        else:
            number = max(len(going), len(after)) if going else 0
            made = [_then(going[n % len(going)], after[n % len(after)]) for n in range(number)]
        return self._few([*made, *ended])

    def _few(self, ways: list[Way]) -> list[Way]:
        if self._all and len(ways) > self._most:
            raise TooManyError
        return ways

    def _part(self, part: Part) -> list[Way]:
        match part:
            case Step():
                return [Way((Done(part),))]
            case Hole():
                return [Way((Gap(part),))]
            case Nested():
                return self.flow(part.flow)
            case Branch():
                return self._branch(part)
            case Repeat():
                return self._repeat(part)
            case Parallel():
                return self._parallel(part)

    def flow(self, flow: Flow) -> list[Way]:
        """Return the ways through a flow inside this one, each as one stop."""
        inner = self._row(flow.body.parts) if isinstance(flow.body, Chain) else self._machine(flow)
        return self._few([Way((Within(flow, way.stops),), way.end, way.fails) for way in inner])

    def _branch(self, part: Branch) -> list[Way]:
        if isinstance(part.routes, Unknown):
            return [Way((Gap(part),))]
        found = []
        for route in part.routes:
            label = "?" if isinstance(route.label, Unknown) else route.label.label
            found += [_after(Chosen(part, label), way) for way in self._row(route.parts)]
        if part.otherwise is not None:
            found += [_after(Chosen(part, None), way) for way in self._row(part.otherwise)]
        return self._few(found or [Way((Gap(part),), "no route can be taken", fails=True)])

    def _parallel(self, part: Parallel) -> list[Way]:
        legs = [self._row((inner,)) for inner in part.parts]
        if self._all:
            number = 1
            for leg in legs:
                number *= len(leg)
            if number > self._most:
                raise TooManyError
            chosen = list(product(*legs))
        else:
            number = max(map(len, legs), default=1)
            chosen = [tuple(leg[n % len(leg)] for leg in legs) for n in range(number)]
        found = []
        for ways in chosen:
            failing = next((way for way in ways if way.fails), None)
            stops = (Beside(part, tuple(way.stops for way in ways)),)
            found.append(Way(stops) if failing is None else Way(stops, failing.end, fails=True))
        return found

    def _repeat(self, part: Repeat) -> list[Way]:
        inner = self._row(part.parts)
        outcomes = [_outcomes(part, way) for way in inner]
        if self._all:
            return self._few([way for some in outcomes for way in some])
        number = max(len(inner), max(map(len, outcomes), default=0))
        return [some[n % len(some)] for n in range(number) if (some := outcomes[n % len(outcomes)])]


def _then(one: Way, other: Way) -> Way:
    return Way((*one.stops, *other.stops), other.end, other.fails)


def _after(stop: Stop, way: Way) -> Way:
    return Way((stop, *way.stops), way.end, way.fails)


def _outcomes(part: Repeat, way: Way) -> list[Way]:
    """How a loop can go whose rounds go this way."""
    if way.fails:
        return [Way((Rounds(part, 1, way.stops),), way.end, fails=True)]
    limit = None if isinstance(part.limit, Unknown) else max(part.limit, 1)
    left = None if isinstance(part.until, Unknown) else left_after(way.stops, part.until)
    found = []
    if left is not None:
        last = () if limit is None or limit <= 2 else (limit - 1,)
        for before in (0, *(() if limit == 1 else (1,)), *last):
            whole = (Rounds(part, before, way.stops),) if before else ()
            found.append(Way((*whole, Rounds(part, 1, left))))
    if limit is not None:
        fails = part.exhausted == "fail"
        found.append(Way((Rounds(part, limit, way.stops),), USED_UP if fails else "the end", fails))
    return found or [Way((Rounds(part, 1, way.stops),))]


def left_after(stops: Sequence[Stop], key: str) -> tuple[Stop, ...] | None:
    """Return the stops up to the first that writes a key, when a loop until that key is left; None if none does."""
    for index, stop in enumerate(stops):
        last = _writing(stop, key)
        if last is not None:
            return (*stops[:index], last)
    return None


def _writing(stop: Stop, key: str) -> Stop | None:
    match stop:
        case Done(step):
            return stop if step.writes == key else None
        case Within(flow):
            outputs = flow_outputs(flow)
            return stop if not isinstance(outputs, Unknown) and key in outputs else None
        case Beside(part):
            written = part_writes(part)
            return stop if not isinstance(written, Unknown) and key in written else None
        case Rounds(loop, _, stops):
            inner = left_after(stops, key)
            return None if inner is None else Rounds(loop, 1, inner)
    return None
