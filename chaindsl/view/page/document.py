"""What the pages of traces have in common: their style, their script, the colours of outcomes."""

from importlib.resources import files

from chaindsl.draw import page
from chaindsl.draw.markup import Html, element, joined
from chaindsl.draw.theme import PALETTES, Theme


def document(title: str, *body: str) -> str:
    """Return a whole page around its body."""
    return page.document(title, joined(body), f"{_hues()}{_file('page.css')}", _file("page.js"))


def _hues() -> str:
    """The rules for what is filled, or drawn, with each colour of drawings."""
    rules = [
        f".f-{hue}{{fill:var(--{hue}-fill)}}.s-{hue}{{stroke:var(--{hue})}}.fs-{hue}{{fill:var(--{hue})}}"
        for hue in PALETTES[Theme.LIGHT].colours
    ]
    return "\n".join(rules) + "\n"


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def section(title: str, identifier: str, *children: str) -> Html:
    """Return a part of a page under its title."""
    return element("section", element("h2", title), joined(children), id=identifier)
