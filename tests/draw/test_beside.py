"""A table stands beside its picture, or below where there is more room, and says what it was given."""

import xml.etree.ElementTree as ET

from chaindsl.draw.beside import Table, markdown_table, svg_with_table
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.model import Direction
from chaindsl.draw.render import render
from chaindsl.draw.theme import Theme
from tests.draw.pictured import SVG
from tests.draw.samples import SAMPLES

TABLE = Table(("step", "reads"), (("a <b>", "x & y"), ("long" * 30, "")))


def size(svg: bytes) -> tuple[float, float]:
    width, height = ET.fromstring(svg).attrib["viewBox"].split()[2:]
    return float(width), float(height)


def test_it_stands_where_there_is_room() -> None:
    for direction in Direction:
        plain = render(draw_flow(SAMPLES["release"], direction), "svg")
        made = svg_with_table(plain, TABLE, Theme.LIGHT)
        (width, height), (wider, higher) = size(plain), size(made)
        if width > height:
            assert higher > height
        else:
            assert wider > width
        texts = [found.text for found in ET.fromstring(made).iter(f"{SVG}text")]
        assert texts[-6:] == ["step", "reads", "a <b>", "x & y", ("long" * 30)[:47] + "…", None]


def test_nothing_to_say_is_no_table() -> None:
    plain = render(draw_flow(SAMPLES["release"]), "svg")
    assert svg_with_table(plain, Table(("a",), ()), Theme.LIGHT) == plain
    assert svg_with_table(b"no svg", TABLE, Theme.LIGHT) == b"no svg"


def test_markdown() -> None:
    assert markdown_table(Table(("a", "b"), (("x|y", "_z_"), ("", "n_m")))) == (
        "| a | b |\n| --- | --- |\n| x&#124;y | &#95;z&#95; |\n|   | n_m |\n"
    )
