"""What is audited is all that anybody installs, and what is asked for is a range with both ends."""

import pytest
from packaging.requirements import Requirement

from tests.stranger.requirements import needed, pins, project
from tests.stranger.test_extras import USED

EXTRAS = sorted(set(project()["optional-dependencies"]) - {"dev", "local"})


def names(lines: list[str]) -> set[str]:
    return {line.partition("==")[0] for line in lines}


def test_the_core_is_exported_whole() -> None:
    assert names(pins()) == {
        "annotated-types", "click", "graphviz", "graphviz-pure", "markdown-it-py", "mdurl", "networkx",
        "pydantic", "pydantic-core", "pygments", "rich", "typing-extensions", "typing-inspection",
    }  # fmt: skip


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_is_exported_with_all_that_it_needs(extra: str) -> None:
    found = pins([extra])
    assert names(pins()) <= names(found)
    assert all(len(line.split("==")) == 2 for line in found)
    assert [line.partition("==")[0] for line in found] == sorted(names(found))


def test_every_extra_is_tried() -> None:
    """What the others bring are programs, or 250 MB of weights or of Ray, which other tests use."""
    assert set(project()["optional-dependencies"]) - set(USED) == {"demo", "dev", "local", "ray"}


def test_extras_of_extras_are_followed() -> None:
    assert {"httpx", "tenacity", "anyio", "h11"} <= names(pins(["anthropic"]))


def test_what_is_for_another_python_or_extra_is_left_out() -> None:
    lines = ["a; python_version < '3'", "b; extra == 'x'", "c; extra == 'y'", "d>=1"]
    assert [one.name for one in needed(lines, {"x"})] == ["b", "d"]


def test_what_the_core_needs_is_a_range() -> None:
    for line in project()["dependencies"]:
        assert {one.operator for one in Requirement(line).specifier} == {">=", "<"}, line
