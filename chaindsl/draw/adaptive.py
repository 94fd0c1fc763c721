"""Makes a light SVG one that is dark for those who ask for dark: one style rule for each colour of the palette.

Attribute selectors of CSS win over the attributes themselves, so what the layout program wrote stays as it is.
"""

from collections.abc import Iterator

from chaindsl.draw.theme import PALETTES, Palette, Theme

NAMED = {"#ffffff": "white", "#000000": "black"}
"""Colours that Graphviz writes by name."""


def adaptive(svg: bytes) -> bytes:
    """Return the SVG with a style for those who prefer a dark page."""
    start = svg.index(b">", svg.index(b"<svg")) + 1
    return svg[:start] + f"\n<style>{dark_style()}</style>".encode() + svg[start:]


def dark_style(prefix: str = "") -> str:
    """Return the rules that turn light colours into dark ones; `prefix` is a selector that pictures stand in."""
    rules = "".join(
        f'{prefix}[{name}="{spelt}"]{{{name}:{dark}}}'
        for light, dark in pairs()
        for spelt in filter(None, (light, NAMED.get(light)))
        for name in ("fill", "stroke")
    )
    return f"@media (prefers-color-scheme: dark){{{rules}}}"


def pairs() -> Iterator[tuple[str, str]]:
    """Yield each colour of the light palette once, with what it is on a dark page."""
    yield from dict(zip(_colours(PALETTES[Theme.LIGHT]), _colours(PALETTES[Theme.DARK]), strict=True)).items()


def _colours(palette: Palette) -> Iterator[str]:
    yield from (palette.paper, palette.ink, palette.faint, palette.frame)
    for colour in palette.colours.values():
        yield from (colour.fill, colour.stroke)
