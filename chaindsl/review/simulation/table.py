"""Every path through a flow as a table, and as plain JSON data."""

from collections.abc import Sequence
from typing import Any

from chaindsl.draw.wording import count, cut
from chaindsl.review.columns import columns
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.text import amount
from chaindsl.review.ways.flow_ways import Ways
from chaindsl.review.ways.telling import told
from chaindsl.review.ways.way import Beside, Done, Rounds, Stop, Taken, Way, Within

VERSION = 1
MOST_TEXT = 200


def ways_text(ways: Ways, cost: FlowCost, covered: tuple[int, int], most: int) -> str:
    """Return the paths as a table, the first `most` of them, and what they take of the flow."""
    rows = [
        [str(number), str(_length(way)), amount(cost.way(way).calls.least), amount(cost.way(way).calls.most),
         f"{'✗ ' if way.fails else ''}{cut(way.end)}", cut(told(way), MOST_TEXT)]
        for number, way in enumerate(ways.found[:most], 1)
    ]  # fmt: skip
    lines = columns(("", "steps", "calls", "at most", "ends in", "path"), rows)
    if len(ways.found) > most:
        more = count(len(ways.found) - most, "more path")
        lines.append(f"… and {more} (--paths {len(ways.found)} shows all)")
    taken, all_ = covered
    lines.append("")
    whole = "all there are" if ways.whole else "there are more; these take every route and every transition"
    number = f"{len(ways.found)} paths, {whole}. They take" if len(ways.found) != 1 else "One path. It takes"
    lines.append(f"{number} {taken} of {all_} steps, transitions and states.")
    return "\n".join(lines) + "\n"


def ways_data(ways: Ways, cost: FlowCost, covered: tuple[int, int]) -> dict[str, Any]:
    """Return the paths as plain data."""
    return {
        "version": VERSION,
        "flow": cost.facts.name,
        "all_paths": ways.whole,
        "taken": covered[0],
        "of": covered[1],
        "paths": [
            {
                "path": told(way),
                "end": way.end,
                "fails": way.fails,
                "steps": _length(way),
                "calls": {"least": cost.way(way).calls.least, "most": cost.way(way).calls.most},
            }
            for way in ways.found
        ],
    }


def _length(way: Way) -> int:
    """How many steps and transitions a way does, rounds counted as often as they are gone."""
    return _steps(way.stops)


def _steps(stops: Sequence[Stop]) -> int:
    total = 0
    for stop in stops:
        match stop:
            case Done() | Taken():
                total += 1 + (_steps(stop.inner.stops) if isinstance(stop, Taken) and stop.inner else 0)
            case Rounds():
                total += stop.times * _steps(stop.stops)
            case Within():
                total += _steps(stop.stops)
            case Beside():
                total += sum(map(_steps, stop.legs))
    return total
