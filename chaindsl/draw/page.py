"""A page that needs nothing but itself: its style and its script are in it.

The policy of the page names the hashes of its own style and script, so no other is ever applied or run, and nothing is
fetched.
"""

import hashlib
import re
from base64 import b64encode

from chaindsl.draw.adaptive import dark_style
from chaindsl.draw.markup import Html, element
from chaindsl.draw.theme import PALETTES, Palette, Theme

_POLICY = (
    "default-src 'none'; style-src '{style}'; script-src '{script}'; img-src data:; base-uri 'none'; form-action 'none'"
)


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
