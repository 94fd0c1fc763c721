"""HTML that is escaped by how it is made: whatever is no `Html` already is text.

What can't be seen, or turns the reading direction, is written as its escape, so that no value can pose as another.
"""

import re
from collections.abc import Iterable
from html import escape

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_NAME = re.compile(r"[a-z][a-z0-9-]*", re.IGNORECASE)
_VOID = frozenset({"meta", "link", "br", "input"})

Attribute = str | int | float | bool | None


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def seen(text: str) -> str:
    """Return a text with every character that can't be seen as its escape; line ends and tabs stay."""
    return _UNSEEN.sub(lambda found: ascii(found.group())[1:-1], text)


def escaped(text: str) -> Html:
    """Return a text as HTML."""
    return text if isinstance(text, Html) else Html(escape(seen(text), quote=False))


def joined(parts: Iterable[str]) -> Html:
    """Return several pieces as one; those that are no HTML are escaped."""
    return Html("".join(map(escaped, parts)))


def element(tag: str, *children: str, **attributes: Attribute) -> Html:
    """Return an element. An attribute's name may end in `_`; None and False leave it out, True has no value.

    A link may lead into the page only. Raises ValueError for a name or a link that can't be one.
    """
    pairs = "".join(_attribute(name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items())
    if not _NAME.fullmatch(tag):
        raise ValueError(f"{tag!r} is no element")
    return Html(f"<{tag}{pairs}>" if tag in _VOID else f"<{tag}{pairs}>{joined(children)}</{tag}>")


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    if not _NAME.fullmatch(name) or name.lower().startswith("on") or name.lower() == "style":
        raise ValueError(f"{name!r} is no attribute for this page")
    if value is True:
        return f" {name}"
    text = seen(f"{value:g}" if isinstance(value, float) else str(value))
    if name == "href" and not text.startswith(("#", "data:,")):
        raise ValueError(f"a link may only lead into the page, and {text!r} does not")
    return f' {name}="{escape(text)}"'
