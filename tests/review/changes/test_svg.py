"""The flows before and after, side by side: one well-formed picture that says in words what its colours say."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from chaindsl.draw.theme import PALETTES, Theme
from chaindsl.review.changes.difference import Difference
from chaindsl.review.changes.svg import svg
from tests.draw import samples
from tests.review.changes.made import compared, difference
from tests.review.changes.test_gates import ASKED, PAST
from tests.review.changes.test_markdown import renamed

SVG = "{http://www.w3.org/2000/svg}"


def texts(root: ET.Element) -> list[str]:
    return ["".join(one.itertext()).strip() for one in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("theme", Theme)
def test_both_sides_stand_in_it_with_signs(theme: Theme) -> None:
    root = ET.fromstring(svg(difference(samples.QA, renamed(samples.QA, "<ask> & ]]>")), theme))
    found = texts(root)
    assert found[:5] == [
        "1 flow differs between old and new: 1 changed.",
        "qa changed (flows.py)",
        "+ <ask> & ]]>: added, first",
        "− clarify: removed, first",
        "before: old",
    ]
    assert {"after: new", "+ <ask> & ]]>", "− clarify", "+ added", "− removed"} <= set(found)
    assert len(root.findall(f"{SVG}svg")) == 2
    assert root.find(f"{SVG}rect").get("fill") == PALETTES[theme].paper  # type: ignore[union-attr]


def test_ids_are_the_only_ones_of_their_name() -> None:
    flow = compared(samples.SUPPORT, replace(samples.SUPPORT, inputs=()))
    root = ET.fromstring(svg(Difference("old", "new", (flow, flow))))
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids)) > 20


def test_the_first_line_and_the_title_say_that_a_gate_is_gone() -> None:
    root = ET.fromstring(svg(difference(ASKED, PAST["one before it"])))
    title = root.findtext(f"{SVG}title") or ""
    assert title.startswith("human gate removed: ")
    assert texts(root)[0].startswith("human gate removed: ")


def test_a_flow_that_came_or_went_has_one_side() -> None:
    root = ET.fromstring(svg(difference(None, samples.QA)))
    assert len(root.findall(f"{SVG}svg")) == 1
    assert "before: not there" in texts(root)


def test_nothing_differs() -> None:
    assert texts(ET.fromstring(svg(Difference("a", "b")))) == ["No flow differs between a and b."]
