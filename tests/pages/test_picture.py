"""The picture in the tutorial is of its flow. What programs lay out differs by a hair, so the words are compared."""

import re
from pathlib import Path

import pytest

from tests.pages.site import ROOT
from tests.prose.page import blocks
from tests.prose.playground import Playground

PICTURE = ROOT / "docs" / "tutorial.svg"
WORDS = re.compile(r"<text[^>]*>([^<]*)</text>")


def test_the_picture_shows_the_flow(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    page = ROOT / "docs" / "tutorial.md"
    playground = Playground(tmp_path, page.name)
    playground.prepare(blocks(page))
    drawn = re.search(r"^\$ (chaindsl draw \S+ --theme auto -o) notes\.svg$", page.read_text("utf-8"), re.MULTILINE)
    assert drawn is not None
    assert playground.run("bash", "-euc", f"{drawn[1]} now.svg") == (0, "wrote now.svg\n")
    now = (tmp_path / "now.svg").read_text("utf-8")
    if request.config.getoption("--accept-golden") and words(now) != words(PICTURE.read_text("utf-8")):
        PICTURE.write_text(now, "utf-8")
    assert words(PICTURE.read_text("utf-8")) == words(now), "`make golden` accepts the picture"
    assert "split" in words(now)


def words(picture: str) -> list[str]:
    return sorted(WORDS.findall(picture))
