"""Notebooks show a flow as its picture, and as its name where no picture can be made."""

import pytest

from chaindsl.draw.notebook import bundle_of, svg_of
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from tests.draw.samples import SAMPLES


@step(writes="b")
def one(a: str) -> str:
    return a


FLOW = chain("notebook", one, inputs={"a": str})


def test_a_live_flow_is_shown() -> None:
    svg = FLOW._repr_svg_()
    assert svg is not None
    assert svg.startswith("<?xml")
    assert ">notebook</text>" in svg
    assert "@media (prefers-color-scheme: dark)" in svg
    assert FLOW._repr_mimebundle_() == {"image/svg+xml": svg, "text/plain": "<chain notebook>"}


def test_without_a_program_its_name_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chaindsl.draw.render.programs", tuple)
    assert svg_of(SAMPLES["release"]) is None
    assert bundle_of(SAMPLES["release"], "text") == {"text/plain": "text"}
    assert FLOW._repr_svg_() is None
