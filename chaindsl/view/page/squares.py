"""A run at a glance: one small square for each attempt, coloured by how it came out, each a link to it."""

from collections.abc import Sequence

from chaindsl.draw.markup import Html, element
from chaindsl.view.attempt import Attempt
from chaindsl.view.page.steps import anchor, slug

_ACROSS = 60
_CELL = 14


def squares(attempts: Sequence[Attempt]) -> Html:
    """Return the squares in the order in which the attempts ended, row after row."""
    cells = [_square(number, attempt) for number, attempt in enumerate(attempts)]
    rows = -(-len(cells) // _ACROSS)
    box = f"0 0 {_ACROSS * _CELL} {rows * _CELL}"
    return element("svg", *cells, viewBox=box, class_="squares", role="img", aria_label="Every attempt, in order")


def _square(number: int, attempt: Attempt) -> Html:
    row, column = divmod(number, _ACROSS)
    look = f"bar {slug(attempt.outcome)}"
    size = _CELL - 3
    square = element("rect", x=column * _CELL, y=row * _CELL, width=size, height=size, rx=2, class_=look)
    return element("a", element("title", f"{attempt.name}: {attempt.outcome}"), square, href=f"#{anchor(attempt)}")
