"""A whole page around its body: its style and script in place, and a policy that allows nothing else."""

import hashlib
from base64 import b64encode
from importlib.resources import files

from chaindsl.draw.theme import PALETTES, Palette, Theme
from chaindsl.view.page.markup import Html, element, joined

_POLICY = (
    "default-src 'none'; style-src '{style}'; script-src '{script}'; img-src data:; base-uri 'none'; form-action 'none'"
)


def document(title: str, *body: str) -> str:
    """Return a page. The policy names the hashes of its own style and script, so no other is ever applied or run."""
    style, script = palettes() + _file("page.css"), _file("page.js")
    policy = _POLICY.format(style=_hash(style), script=_hash(script))
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("link", rel="icon", href="data:,"),
        element("title", title),
        element("style", Html(style)),
    )
    whole = element("html", head, element("body", *body, element("script", Html(script))), lang="en")
    return f"<!doctype html>\n{whole}\n"


def palettes() -> str:
    """Return the colours of drawings as properties of the page, and what is filled or drawn with each."""
    names = [*PALETTES[Theme.LIGHT].colours]
    rules = [
        f".f-{hue}{{fill:var(--{hue}-fill)}}.s-{hue}{{stroke:var(--{hue})}}.fs-{hue}{{fill:var(--{hue})}}"
        for hue in names
    ]
    dark = f"@media (prefers-color-scheme:dark){{:root{{{_properties(PALETTES[Theme.DARK])}}}}}"
    return "\n".join([f":root{{{_properties(PALETTES[Theme.LIGHT])}}}", dark, *rules]) + "\n"


def _properties(palette: Palette) -> str:
    found = [f"--{name}:{getattr(palette, name)}" for name in ("paper", "ink", "faint", "frame")]
    for hue, colour in palette.colours.items():
        found += [f"--{hue}:{colour.stroke}", f"--{hue}-fill:{colour.fill}"]
    return ";".join(found)


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def section(title: str, identifier: str, *children: str) -> Html:
    """Return a part of a page under its title."""
    return element("section", element("h2", title), joined(children), id=identifier)
