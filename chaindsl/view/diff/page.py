"""A comparison as one self-contained page."""

import difflib
from collections.abc import Iterator

from chaindsl.draw.markup import Html, element, joined
from chaindsl.view.diff.change import Change
from chaindsl.view.diff.comparison import Comparison, Difference
from chaindsl.view.diff.place import Place, Side, Verdict
from chaindsl.view.diff.text import HEAD, because, rows, told, unexplained
from chaindsl.view.loaded import Loaded
from chaindsl.view.page.document import document, section
from chaindsl.view.page.steps import sign
from chaindsl.view.summary import headline, notes

_MOST_LINES = 2_000
"""Lines of one value's difference."""
_MOST_ROWS = 2_000
_MOST_PLACES = 500
"""Places that are told in full; the table has them all."""
_MOST = 20_000
"""Characters of a value, and of a prompt, that are shown or compared."""


def diff_page(found: Comparison) -> str:
    """Return the page of two runs compared."""
    flow = found.left.flow
    badge = element(
        "span", "the same" if found.same else "different", class_=f"badge {'ok' if found.same else 'failed'}"
    )
    changes = [*found.prompts.values(), *found.steps]
    began = [difference for difference in found.differences if difference.began][:_MOST_PLACES]
    others = [difference for difference in found.differences if not difference.began][:_MOST_PLACES]
    return document(
        f"{flow}: two runs compared",
        element(
            "main",
            element("header", element("h1", f"{flow}: two runs", badge), *_sides(found)),
            section("What was changed", "changes", *map(_change, changes)) if changes else "",
            section("Where they part", "began", *(_began(found, one) for one in began)) if began else "",
            section("What else differs", "others", *map(_followed, others)) if others else "",
            section("Side by side", "amounts", _table(found)),
        ),
        element("footer", f"chaindsl trace diff {found.left.file} {found.right.file}"),
    )


def _sides(found: Comparison) -> Iterator[Html]:
    for label, trace in (("A", found.left), ("B", found.right)):
        yield element("p", element("b", f"{label}  "), trace.file, element("br"), headline(trace), class_="side")
        yield from _odd(trace)


def _odd(trace: Loaded) -> Iterator[Html]:
    yield from (element("p", note, class_="problem") for note in notes(trace))


def _change(change: Change) -> Html:
    lines = [line for line in change.lines if not line.startswith("@@")]
    return joined([element("h4", str(change)), _lines(lines) if lines else ""])


def _lines(lines: list[str]) -> Html:
    """Lines of a difference, each in the colour of its sign."""
    kinds = {"+": "added", "-": "removed"}
    shown = [element("span", f"{line}\n", class_=kinds.get(line[:1])) for line in lines[:_MOST_LINES]]
    more = f"… {len(lines) - _MOST_LINES} more lines" if len(lines) > _MOST_LINES else ""
    return element("pre", *shown, more)


def _began(found: Comparison, difference: Difference) -> Html:
    place = difference.place
    heirs, ends = found.inherited(difference), found.absorbed(difference)
    facts = [("because", because(difference) or unexplained(place)), ("inherited by", _names(heirs) or "nothing")]
    if ends:
        facts.append(("read, and all the same wrote the same", _names(ends)))
    listed = element("dl", *(element("div", element("dt", name), element("dd", value)) for name, value in facts))
    return _place(place, listed, is_open=True)


def _followed(difference: Difference) -> Html:
    why = because(difference) or unexplained(difference.place)
    return _place(difference.place, element("p", why, class_="note"), is_open=False)


def _place(place: Place, about: Html, *, is_open: bool) -> Html:
    signs = [sign(side.outcome) for side in (place.left, place.right)]
    summary = element(
        "summary",
        element("span", *signs),
        element("span", element("b", place.name), class_="name"),
        element("span", place.verdict.value, class_="what"),
    )
    kind = "is-ok" if place.verdict in (Verdict.ATTEMPTS, Verdict.ASKED, Verdict.SAME) else "is-failed"
    inside = element("div", about, _outputs(place), _asked(place), class_="inside")
    return element("details", summary, inside, class_=f"step two {kind}", open=is_open)


def _outputs(place: Place) -> Html:
    left, right = told(place.left), told(place.right)
    if left == right:
        return _text(left)
    sides = (
        element("div", element("h4", f"{label} wrote"), _text(text)) for label, text in (("A", left), ("B", right))
    )
    return element("div", *sides, class_="pair")


def _text(text: str) -> Html:
    cut = f"… {len(text) - _MOST:,} characters more" if len(text) > _MOST else ""
    return element("pre", text[:_MOST], cut)


def _asked(place: Place) -> Html:
    left, right = _sent(place.left), _sent(place.right)
    if left == right:
        return Html("")
    found = list(difflib.unified_diff(left.splitlines(), right.splitlines(), lineterm="", n=2))[2:]
    return joined([element("h4", "asked"), _lines([line for line in found if not line.startswith("@@")])])


def _sent(side: Side) -> str:
    return "\n".join(str(call.get("sent") or "")[:_MOST] for attempt in side.attempts for call in attempt.calls)


def _names(places: list[Place]) -> str:
    return ", ".join(place.name for place in places)


def _table(found: Comparison) -> Html:
    cells = rows(found, everything=len(found.places) <= _MOST_ROWS)
    head = element("tr", *(element("th", name) for name in HEAD))
    body = [element("tr", *(element("td", cell) for cell in row)) for row in cells]
    return element("div", element("table", element("thead", head), element("tbody", *body)), class_="scroll")
