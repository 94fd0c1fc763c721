"""Colours. They come from the Okabe–Ito set, which people with any colour vision can tell apart.

Every sign also differs in shape, border or line, so nothing is lost in grey.
"""

from dataclasses import dataclass
from enum import StrEnum


class Theme(StrEnum):
    """What a picture stands on."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"
    """Light, and dark where an SVG is shown to somebody who asked for dark."""


class Hue(StrEnum):
    """The colours by name."""

    NEUTRAL = "neutral"
    BLUE = "blue"
    SKY = "sky"
    GREEN = "green"
    ORANGE = "orange"
    PURPLE = "purple"
    RED = "red"
    YELLOW = "yellow"


@dataclass(frozen=True, slots=True)
class Colour:
    """How a hue looks: the inside of a node, its border and lines."""

    fill: str
    stroke: str


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of a theme, as `#rrggbb`."""

    paper: str
    ink: str
    faint: str
    frame: str
    colours: dict[Hue, Colour]


PALETTES: dict[Theme, Palette] = {
    Theme.LIGHT: Palette(
        paper="#ffffff",
        ink="#1b1f24",
        faint="#57606a",
        frame="#f6f8fa",
        colours={
            Hue.NEUTRAL: Colour("#f3f4f6", "#57606a"),
            Hue.BLUE: Colour("#dcebf7", "#0072b2"),
            Hue.SKY: Colour("#e8f5fc", "#2a7ca8"),
            Hue.GREEN: Colour("#dff3ec", "#00795a"),
            Hue.ORANGE: Colour("#fdf0d9", "#9a6700"),
            Hue.PURPLE: Colour("#f8e7f0", "#a34b7b"),
            Hue.RED: Colour("#fbe5da", "#b94a00"),
            Hue.YELLOW: Colour("#fdf9d8", "#7a6f00"),
        },
    ),
    Theme.DARK: Palette(
        paper="#0d1117",
        ink="#e6edf3",
        faint="#9da7b3",
        frame="#161b22",
        colours={
            Hue.NEUTRAL: Colour("#21262d", "#9da7b3"),
            Hue.BLUE: Colour("#0b2a40", "#56b4e9"),
            Hue.SKY: Colour("#10293a", "#7cc4ee"),
            Hue.GREEN: Colour("#08332a", "#2fc59b"),
            Hue.ORANGE: Colour("#3d2a05", "#e69f00"),
            Hue.PURPLE: Colour("#3a1c2e", "#dd94bb"),
            Hue.RED: Colour("#42200b", "#f0843c"),
            Hue.YELLOW: Colour("#36330a", "#f0e442"),
        },
    ),
}
PALETTES[Theme.AUTO] = PALETTES[Theme.LIGHT]
