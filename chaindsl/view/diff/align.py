"""Pairs the attempts of two runs by where they stand: path, item, and how often the path was come to before."""

from chaindsl.view.attempt import Attempt
from chaindsl.view.diff.order import Order, Rank
from chaindsl.view.diff.place import Key, Place
from chaindsl.view.loaded import Loaded


def align(left: Loaded, right: Loaded) -> list[Place]:
    """Return every place that either run came to, in the order of the flow; items before the list that they make."""
    places: dict[Key, Place] = {}
    for trace, side in ((left, "left"), (right, "right")):
        for key, attempt in times_of(trace.attempts):
            getattr(places.setdefault(key, Place(key)), side).attempts.append(attempt)
    order = Order(left.graph or right.graph)
    ranks: dict[Key, Rank] = {key: order.rank(key[0]) for key in places}
    return sorted(places.values(), key=lambda place: (ranks[place.key], place.key[2], _item(place.key)))


def times_of(attempts: tuple[Attempt, ...]) -> list[tuple[Key, Attempt]]:
    """Each attempt with its key. A first attempt at a place where there has been one is another time."""
    times: dict[tuple[str, int | None], int] = {}
    found = []
    for attempt in attempts:
        at = (attempt.path, attempt.item)
        if attempt.attempt == 1 or at not in times:
            times[at] = times.get(at, 0) + 1
        found.append(((*at, times[at]), attempt))
    return found


def _item(key: Key) -> float:
    return float("inf") if key[1] is None else key[1]
