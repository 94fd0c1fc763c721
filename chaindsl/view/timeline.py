"""A trace along the time: when each attempt began and how long it took."""

from collections.abc import Iterable, Iterator, Sequence

from chaindsl.view.attempt import Attempt
from chaindsl.view.outcome import SIGNS
from chaindsl.view.wording import brief, seconds

WIDTH = 60
"""Characters of the whole time."""
_NAME = 32
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def lines(attempts: Iterable[Attempt]) -> Iterator[str]:
    """Yield one line for each attempt, in the order in which they began, under a scale."""
    found = sorted(attempts, key=lambda attempt: (attempt.started, attempt.number))
    whole = span(found)
    width = max([4, *(len(_name(attempt)) for attempt in found)])
    end = seconds(max([attempt.ended for attempt in found], default=0.0))
    yield f"{'step'.ljust(width)}    0 s{end.rjust(WIDTH - 3)}"
    for attempt in found:
        mark = "░" if attempt.whole else "█"
        line = bar(attempt.started / whole, attempt.ended / whole, mark)
        yield f"{_name(attempt).ljust(width)}  {SIGNS[attempt.outcome]} {line}  {seconds(attempt.seconds)}"


def span(attempts: Sequence[Attempt]) -> float:
    """Return how long all of it took; never 0, so that it can be divided by."""
    return max([attempt.ended for attempt in attempts], default=0.0) or 1.0


def bar(start: float, end: float, mark: str) -> str:
    """Return a line of `WIDTH` characters with a bar between two parts of the whole, both from 0 to 1."""
    first = min(int(start * WIDTH), WIDTH - 1)
    last = max(first + 1, min(WIDTH, round(end * WIDTH)))
    if round((end - start) * WIDTH) < 1 and mark == "█":
        return f"{' ' * first}{_EIGHTHS[max(1, min(8, round((end - start) * WIDTH * 8)))]}".ljust(WIDTH)
    return f"{' ' * first}{mark * (last - first)}".ljust(WIDTH)


def _name(attempt: Attempt) -> str:
    again = f" ({attempt.attempt})" if attempt.attempt > 1 else ""
    return f"{brief(attempt.name, _NAME)}{again}"
