"""CD502: prompts against the lock file, and the version that its fix gives them."""

from pathlib import Path

import pytest

from analyzer.finding import Finding
from analyzer.lockfile import NAME
from analyzer.locking import lock_of
from analyzer.source.project import Project
from tests.analyzer.rules.marked import HEADER, agree, look, unmarked

STEP = """
@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete) -> Text:
    return complete(ASK.format(text=text))

flow = chain("flow", work, inputs={"text": Text}, budget=Budget(calls=9))
"""
BEFORE = 'ASK = prompt("ask", version="1", text="Answer: {text}")\n' + STEP


def lock(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").touch()
    (folder / "flow.py").write_text(HEADER + text, encoding="utf-8")
    (folder / NAME).write_text(lock_of([Project().read(folder / "flow.py")]).text(), encoding="utf-8")


def changed(folder: Path, definition: str, step: str = STEP) -> list[Finding]:
    lock(folder, BEFORE)
    return agree(folder, definition + step, "CD502")


@pytest.mark.parametrize(
    "definition",
    [
        '⟦prompt("ask", version="1", text="Reply: {text}")⟧',
        '⟦prompt("ask", version="1", text="Answer: {text} ")⟧',
        '⟦prompt(text="Answer it: {text}", name="ask", version="1")⟧'.replace('name="ask", ', "").replace(
            "prompt(", 'prompt("ask", '
        ),
    ],
)
def test_another_text_of_the_same_version(definition: str, tmp_path: Path) -> None:
    (found,) = changed(tmp_path, f"ASK = {definition}\n")
    assert found.message == "the text of prompt `ask` is not the one that chaindsl.lock has for version '1'"
    assert found.symbol == "flow.work"


@pytest.mark.parametrize(
    "definition",
    [
        'prompt("ask", version="1", text="Answer: {text}")',
        'prompt("ask", version="1", text="Answer" + ": {text}")',
        'prompt("ask", version="2", text="Reply: {text}")',
        'prompt("another", version="1", text="Reply: {text}")',
    ],
)
def test_the_same_text_or_another_version(definition: str, tmp_path: Path) -> None:
    assert changed(tmp_path, f"ASK = {definition}\n") == []


def test_a_prompt_that_no_step_names_counts(tmp_path: Path) -> None:
    step = STEP.replace(", prompt=ASK", "")
    changed(tmp_path, 'ASK = ⟦prompt("ask", version="1", text="Reply: {text}")⟧\n', step)


def test_a_prompt_in_a_file(tmp_path: Path) -> None:
    text = 'ASK = prompt("ask", version="1", file="ask.md")\n' + STEP
    (tmp_path / "ask.md").write_text("Answer: {text}\n", encoding="utf-8")
    lock(tmp_path, text)
    assert look(tmp_path, HEADER + text, "CD502") == []
    (tmp_path / "ask.md").write_text("Reply: {text}\n", encoding="utf-8")
    agree(tmp_path, text.replace("prompt(", "⟦prompt(", 1).replace('.md")', '.md")⟧'), "CD502")


def test_without_a_lock_file_there_is_nothing_to_say(tmp_path: Path) -> None:
    assert agree(tmp_path, BEFORE, "CD502") == []


def test_a_lock_file_that_can_t_be_read_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    for content in ("{", "[]", '{"version": 2}', '{"version": 1, "prompts": [{}], "flows": []}', "[" * 100_000):
        (tmp_path / NAME).write_text(content, encoding="utf-8")
        (found,) = look(tmp_path, HEADER + BEFORE, "CD502")
        assert found.message.startswith("chaindsl.lock can't be read, so no prompt is compared with it: ")


@pytest.mark.parametrize(
    ("version", "raised"), [("1", "2"), ("9", "10"), ("1.4", "1.5"), ("v3", "v4"), ("2026-01-31", "2026-01-32")]
)
def test_the_fix_raises_the_version(version: str, raised: str, tmp_path: Path) -> None:
    lock(tmp_path, BEFORE.replace('version="1"', f'version="{version}"'))
    text, _ = unmarked(HEADER + BEFORE.replace("Answer", "Reply").replace('version="1"', f"version='{version}'"))
    (found,) = look(tmp_path, text, "CD502")
    assert found.fix is not None
    assert found.fix.safe
    (edit,) = found.fix.edits
    line = text.splitlines()[edit.place.line - 1]
    assert line[edit.place.column - 1 : edit.place.end_column - 1] == f"'{version}'"
    assert edit.text == f'"{raised}"'


def test_the_fix_skips_versions_that_the_lock_has(tmp_path: Path) -> None:
    two = (
        BEFORE
        + '\nASK_2 = prompt("ask", version="2", text="Say: {text}")\n'
        + STEP.replace("ASK", "ASK_2").replace('"flow"', '"other"').replace("work", "other_work")
    )
    lock(tmp_path, two)
    (found,) = look(tmp_path, HEADER + BEFORE.replace("Answer", "Reply"), "CD502")
    assert found.fix is not None
    assert found.fix.edits[0].text == '"3"'


def test_a_version_without_a_number_has_no_next_one(tmp_path: Path) -> None:
    lock(tmp_path, BEFORE.replace('version="1"', 'version="final"'))
    (found,) = look(
        tmp_path, HEADER + BEFORE.replace("Answer", "Reply").replace('version="1"', 'version="final"'), "CD502"
    )
    assert found.fix is None
