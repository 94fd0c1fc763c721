"""The timeline of a page: one line for each attempt, each a link to it."""

from collections.abc import Sequence

from chaindsl.draw.markup import Html, element
from chaindsl.view.attempt import Attempt
from chaindsl.view.page.steps import anchor, name_of, sign, slug
from chaindsl.view.timeline import span
from chaindsl.view.wording import count, seconds

_WIDTH = 1000
_OPEN = 60
"""With more lines than this it is closed at first."""


def bars(attempts: Sequence[Attempt]) -> Html:
    """Return the attempts in the order in which they began, with what share of the whole time each took."""
    found = sorted(attempts, key=lambda attempt: (attempt.started, attempt.number))
    whole = span(found)
    took = seconds(max([attempt.ended for attempt in found], default=0.0))
    scale = element("div", element("span", "0 s"), element("span", took), class_="scale")
    rows = [_row(attempt, whole) for attempt in found]
    told = f"{count(len(rows), 'attempt')} in {took}"
    return element("details", element("summary", told), scale, *rows, class_="bars", open=len(rows) <= _OPEN)


def _row(attempt: Attempt, whole: float) -> Html:
    start = attempt.started / whole * _WIDTH
    width = max(attempt.seconds / whole * _WIDTH, 3.0)
    bar = element(
        "rect", x=round(min(start, _WIDTH - width), 1), y=1, width=round(width, 1), height=8, rx=1,
        class_=f"bar {slug(attempt.outcome)}{' whole' if attempt.whole else ''}",
    )  # fmt: skip
    picture = element("svg", bar, viewBox=f"0 0 {_WIDTH} 10", preserveAspectRatio="none", aria_hidden="true")
    took = element("span", seconds(attempt.seconds), class_="amounts")
    return element(
        "a", sign(attempt.outcome), name_of(attempt), picture, took, href=f"#{anchor(attempt)}", class_="row"
    )
