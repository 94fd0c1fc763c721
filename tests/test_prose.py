"""Runs what README.md and docs/ tell a reader to run, and compares what they say it prints."""

from pathlib import Path

import pytest

from tests.prose.accepting import accepted
from tests.prose.page import Block, Command, blocks
from tests.prose.playground import Playground

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))]
LANGUAGES = {"console", "dot", "ini", "json", "mermaid", "python", "sh", "text", "toml", "yaml"}


def problems(page: Path, folder: Path) -> list[str]:
    """What is wrong with the page's blocks, in order: Python first, then commands."""
    found = blocks(page)
    playground = Playground(folder, page.name)
    playground.prepare(found)
    wrong = list(playground.python(found))
    for block in found:
        if block.language == "console" and not block.word:
            wrong += playground.console(block)
        elif block.language == "sh" and not block.word:
            wrong += playground.script(block)
        elif block.word == "output" and block.value:
            wrong += playground.command(Command(block.line, block.value, 0, block.text))
    return wrong


def unclear(found: list[Block]) -> list[str]:
    """Blocks in a language that says nothing, and silenced ones without a reason."""
    wrong = [f"{block.line}: language {block.language!r}" for block in found if block.language not in LANGUAGES]
    return wrong + [f"{block.line}: no reason" for block in found if block.word == "not run" and not block.value]


@pytest.mark.parametrize("page", PAGES)
def test_every_block_says_what_it_is(page: str) -> None:
    assert unclear(blocks(ROOT / page)) == []


@pytest.mark.parametrize("page", PAGES)
def test_what_the_page_says_is_true(page: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    for name in ("now", "then"):
        (tmp_path / name).mkdir()
    if request.config.getoption("--accept-golden"):
        (ROOT / page).write_text(accepted(ROOT / page, tmp_path / "now"), encoding="utf-8")
    assert "\n".join(problems(ROOT / page, tmp_path / "then")) == ""
