"""Values on a page: each long text once, elsewhere its beginning and a link; cut where a page gets too big."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from chaindsl.draw.markup import Html, element, escaped, joined

SHORT = 600
"""A text up to so many characters is shown wherever it belongs."""
_BEGINNING = 160


@dataclass
class Texts:
    """What a page shows of values. `cap` is how many characters of one text it may show, None for all.

    `sizes` collects how long each text is, in characters and in bytes of the page, so that a cap can be found.
    """

    cap: int | None = None
    sizes: list[tuple[int, int]] = field(default_factory=list)
    cut: int = 0

    def whole(self, text: str) -> Html:
        """Return a text in full, or up to the cap."""
        html = escaped(text)
        self.sizes.append((len(text), len(html.encode())))
        if self.cap is None or len(text) <= self.cap:
            return element("pre", html)
        self.cut += 1
        note = element("p", f"… cut here: {len(text):,} characters, the file has them", class_="note")
        return joined([element("pre", text[: self.cap]), note])

    def beginning(self, text: str, where: str) -> Html:
        """Return the beginning of a text that is shown elsewhere in the page: `where` is its anchor."""
        if len(text) <= SHORT:
            return element("pre", text)
        link = element("a", f"all {len(text):,} characters", href=f"#{where}")
        return joined([element("pre", f"{text[:_BEGINNING]}…"), element("p", link, class_="note")])


def fitting_cap(sizes: Iterable[tuple[int, int]], room: int) -> int:
    """Return the greatest cap, in characters, with which texts of such sizes take about `room` bytes."""
    found = [size for size in sizes if size[0]]
    low, high = 0, max((characters for characters, _ in found), default=0)
    while low < high:
        middle = (low + high + 1) // 2
        taken = sum(weight * min(1.0, middle / characters) for characters, weight in found)
        low, high = (middle, high) if taken <= room else (low, middle - 1)
    return low
