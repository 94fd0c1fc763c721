"""Map and reduce over a document: the sections, their notes in order, retries of one item alone, the cap."""

from pathlib import Path

import pytest

from chaindsl import StepFailed
from chaindsl.testing import ScriptedModel
from examples.digest import SECTION, digest, split
from tests.examples.rows import rows

VOYAGER = Path(__file__).parents[2] / "examples" / "voyager.md"
TEXT = "\n\n".join(["# Three", "a " * 400, "b " * 400, "c " * 400])
SECTIONS = ["# Three " + ("a " * 400).strip(), ("b " * 400).strip(), ("c " * 400).strip()]


def document(folder: Path, text: str = TEXT) -> dict[str, str]:
    path = folder / "document.txt"
    path.write_text(text, encoding="utf-8")
    return {"path": str(path)}


def test_notes_come_in_the_order_of_sections_and_only_a_failed_one_is_made_again(tmp_path: Path) -> None:
    answers = {"a a a": "on a", "b b b": ["", "on b"], "c c c": "on c", "Notes: on a on b on c": "Of three letters"}
    complete = ScriptedModel(answers)
    run = digest.run(document(tmp_path), complete=complete)
    assert rows(run.trace)[2:] == [
        'note[0] #1 calls=1: notes = "on a"',
        'note[1] #1 calls=1: rejected "": String should have at least 1 character',
        'note[1] #2 calls=1: notes = "on b"',
        'note[2] #1 calls=1: notes = "on c"',
        'note #1: notes = ["on a", "on b", "on c"]',
        'headline #1 calls=1: headline = "Of three letters"',
        'render #1: digest = "Of three letters\\n- on a\\n- on b\\n- on c"',
    ]
    assert run.outputs == {"digest": "Of three letters\n- on a\n- on b\n- on c"}
    assert complete.calls == 5


def test_values_are_dropped_after_their_last_reader(tmp_path: Path) -> None:
    run = digest.run(document(tmp_path), complete=ScriptedModel({"note": "n", "headline": "h"}))
    assert list(run.values) == ["digest"]


def test_sections_hold_whole_paragraphs() -> None:
    assert split(TEXT) == SECTIONS
    assert split("short\n\nparts\n\ntogether") == ["short parts together"]


def test_the_document_that_lies_beside_it_is_seven_sections() -> None:
    complete = ScriptedModel({"note": "n", "headline": "h"})
    run = digest.run({}, complete=complete)
    assert {record.item for record in run.trace if record.step == "note"} == {*range(7), None}
    assert max(len(section) for section in split(VOYAGER.read_text(encoding="utf-8"))) <= SECTION
    assert complete.calls == 8


def test_a_document_of_too_many_sections_fails_before_any_call(tmp_path: Path) -> None:
    complete = ScriptedModel()
    with pytest.raises(StepFailed, match="step split failed after 2 attempts: List should have at most 24 items"):
        digest.run(document(tmp_path, "\n\n".join(["x" * 900] * 25)), complete=complete)
    assert complete.calls == 0


def test_a_file_that_is_not_there_fails_the_first_step() -> None:
    with pytest.raises(StepFailed, match="step read failed after 1 attempt: FileNotFoundError"):
        digest.run({"path": "/no/such/file"}, complete=ScriptedModel())
