"""Prompts in files: what is read, and what a hostile path can't reach."""

from pathlib import Path

import pytest

from chaindsl.graph.flow import Chain
from chaindsl.graph.step import Prompt, Step
from chaindsl.graph.unknown import Unknown, Why
from tests.analyzer.source.laid_out import flows, lay_out

TEXT = """from chaindsl import *
ASK = prompt("ask", version="1", file={file!r})
@step(writes="a", prompt=ASK)
def first(question): ...
qa = chain("qa", first)
"""


def prompt_of(folder: Path, file: str, files: dict[str, str] | None = None) -> Prompt:
    (flow,) = flows(folder, TEXT.format(file=file), files)
    assert isinstance(flow.graph.body, Chain)
    (step,) = flow.graph.body.parts
    assert isinstance(step, Step)
    assert isinstance(step.prompts, tuple)
    (prompt,) = step.prompts
    return prompt


def test_a_file_beside_the_module(tmp_path: Path) -> None:
    found = prompt_of(tmp_path, "texts/ask.md", {"texts/ask.md": "Say ä\r\n{question}"})
    assert found == Prompt("ask", "1", "Say ä\n{question}")


@pytest.mark.parametrize("file", ["missing.md", ".", "a\0b"])
def test_what_can_t_be_read_is_unresolved(tmp_path: Path, file: str) -> None:
    assert prompt_of(tmp_path, file).text == Unknown(Why.UNRESOLVED)


def test_what_is_no_text_is_unresolved(tmp_path: Path) -> None:
    lay_out(tmp_path, {})
    (tmp_path / "ask.md").write_bytes(b"\xff")
    assert prompt_of(tmp_path, "ask.md").text == Unknown(Why.UNRESOLVED)
    (tmp_path / "ask.md").write_bytes(b"x" * 600_000)
    assert prompt_of(tmp_path, "ask.md").text == Unknown(Why.UNRESOLVED)


def test_nothing_outside_the_project_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    project = tmp_path / "project"
    project.mkdir()
    (project / "link.md").symlink_to(secret)
    for file in ("../secret.txt", str(secret), "link.md", "/dev/zero"):
        assert prompt_of(project, file).text == Unknown(Why.OUTSIDE)
