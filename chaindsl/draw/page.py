"""A page that needs nothing but itself: HTML that is escaped by how it is made, its style and script in it.

The policy of the page names the hashes of its own style and script, so no other is ever applied or run, and nothing is
fetched.
"""

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterable
from html import escape

from chaindsl.draw.adaptive import dark_style
from chaindsl.draw.theme import PALETTES, Palette, Theme

_POLICY = (
    "default-src 'none'; style-src '{style}'; script-src '{script}'; img-src data:; base-uri 'none'; form-action 'none'"
)
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
_HALF = re.compile("[\ud800-\udfff]")
_VOID = frozenset({"meta", "link", "br"})


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def escaped(text: str) -> Html:
    """Return a text as HTML; what can't be seen, or turns the reading direction, is written as its escape."""
    return text if isinstance(text, Html) else Html(escape(seen(text), quote=False))


def seen(text: str) -> str:
    """Return a text with every character that can't be seen as its escape; line ends and tabs stay."""
    return _HALF.sub(_spelt, _UNSEEN.sub(_spelt, text))


def _spelt(found: "re.Match[str]") -> str:
    return ascii(found.group())[1:-1]


def joined(parts: Iterable[str]) -> Html:
    """Return several pieces as one; those that are no HTML are escaped."""
    return Html("".join(map(escaped, parts)))


def element(tag: str, *children: str, **attributes: str | bool | None) -> Html:
    """Return an element. An attribute's name may end in `_`; None, False and the empty text leave it out.

    A link may lead into the page only: anything else raises ValueError.
    """
    pairs = "".join(_attribute(name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items())
    return Html(f"<{tag}{pairs}>" if tag in _VOID else f"<{tag}{pairs}>{joined(children)}</{tag}>")


def _attribute(name: str, value: str | bool | None) -> str:
    if not value:
        return ""
    if value is True:
        return f" {name}"
    if name == "href" and not value.startswith(("#", "data:,")):
        raise ValueError(f"a link may only lead into the page, and {value!r} does not")
    return f' {name}="{escape(seen(value))}"'


def document(title: str, body: str, style: str, script: str) -> str:
    """Return a whole page around its body."""
    dressed = f"{palettes()}{style}"
    policy = _POLICY.format(style=_hash(dressed), script=_hash(script))
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("link", rel="icon", href="data:,"),
        element("title", title),
        element("style", Html(dressed)),
    )
    whole = element("html", head, element("body", body, element("script", Html(script))), lang="en")
    return f"<!doctype html>\n{whole}\n"


def palettes() -> str:
    """Return the colours of drawings as properties of the page, and the rules that make pictures dark on a dark one."""
    light, dark = (_properties(PALETTES[theme]) for theme in (Theme.LIGHT, Theme.DARK))
    return f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{dark_style('svg ')}\n"


def inlined(svg: bytes) -> Html:
    """Return an SVG that a layout program wrote as an element of a page: no prologue, no ids, no titles of nodes."""
    text = svg.decode()
    text = text[text.index("<svg") :].strip()
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<title>[^<]*</title>\s*", "", text)
    return Html(re.sub(r'(<g) id="[^"]*"', r"\1", text))


def _properties(palette: Palette) -> str:
    found = [f"--{name}:{getattr(palette, name)}" for name in ("paper", "ink", "faint", "frame")]
    for hue, colour in palette.colours.items():
        found += [f"--{hue}:{colour.stroke}", f"--{hue}-fill:{colour.fill}"]
    return ";".join(found)


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
