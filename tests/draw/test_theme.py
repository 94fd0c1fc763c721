"""Colours can be read, and nothing needs them."""

import pytest

from chaindsl.draw.look import FRAMES, LINES, NODES
from chaindsl.draw.model import Frame, Line, Role
from chaindsl.draw.theme import PALETTES, Hue, Palette, Theme

palettes = pytest.mark.parametrize("palette", [PALETTES[theme] for theme in Theme], ids=list(Theme))


def light(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@palettes
def test_texts_can_be_read_on_everything_they_stand_on(palette: Palette) -> None:
    grounds = [palette.paper, palette.frame, *(colour.fill for colour in palette.colours.values())]
    assert min(contrast(palette.ink, ground) for ground in grounds) >= 7


@palettes
def test_lines_can_be_seen(palette: Palette) -> None:
    for colour in palette.colours.values():
        assert min(contrast(colour.stroke, ground) for ground in (palette.paper, palette.frame, colour.fill)) >= 3
    assert contrast(palette.paper, palette.colours[Hue.NEUTRAL].stroke) >= 4.5


@palettes
def test_every_hue_is_there(palette: Palette) -> None:
    assert set(palette.colours) == set(Hue)


def test_everything_has_a_look() -> None:
    assert (set(NODES), set(LINES), set(FRAMES)) == (set(Role), set(Line), set(Frame))


def test_actors_differ_in_grey() -> None:
    nodes = [NODES[role] for role in (Role.DETERMINISTIC, Role.AGENT, Role.HUMAN)]
    lines = [LINES[line] for line in (Line.DETERMINISTIC, Line.AGENT, Line.HUMAN)]
    for looks in (nodes, lines):
        assert len({(look.stroke, look.width, look.frames) for look in looks}) == 3
