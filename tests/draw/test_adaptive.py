"""An SVG for both kinds of readers: light as it was, dark by one rule for each colour."""

import re
import xml.etree.ElementTree as ET

from chaindsl.draw.adaptive import adaptive, dark_style, pairs
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.render import render
from chaindsl.draw.theme import PALETTES, Theme
from tests.draw.samples import SAMPLES


def test_every_colour_of_a_picture_has_its_dark_one() -> None:
    dark = dict(pairs())
    assert set(dark.values()) <= {
        PALETTES[Theme.DARK].paper,
        PALETTES[Theme.DARK].ink,
        PALETTES[Theme.DARK].faint,
        PALETTES[Theme.DARK].frame,
        *(part for colour in PALETTES[Theme.DARK].colours.values() for part in (colour.fill, colour.stroke)),
    }
    style = dark_style()
    for name in SAMPLES:
        svg = render(draw_flow(SAMPLES[name]), "svg").decode()
        for attribute, colour in re.findall(r' (fill|stroke)="([^"]+)"', svg):
            if colour not in ("none", "transparent"):
                assert f'[{attribute}="{colour}"]{{' in style, colour


def test_only_a_style_is_added() -> None:
    plain = render(draw_flow(SAMPLES["release"]), "svg")
    made = render(draw_flow(SAMPLES["release"]), "svg", Theme.AUTO)
    assert made == adaptive(plain)
    assert made.replace(f"\n<style>{dark_style()}</style>".encode(), b"") == plain
    ET.fromstring(made)


def test_other_formats_are_light() -> None:
    drawing = draw_flow(SAMPLES["release"])
    assert render(drawing, "dot", Theme.AUTO) == render(drawing, "dot")
    assert b'"theme": "dark"' not in render(drawing, "mmd", Theme.AUTO)
