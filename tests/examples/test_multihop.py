"""Self-ask: smaller questions side by side, at most three of them."""

import pytest

from chaindsl import StepFailed
from chaindsl.testing import ScriptedModel
from examples.multihop import TOOLS, look_up, multihop
from tests.examples.rows import rows

QUESTION = {"question": "Was Neptune discovered before Pluto?"}


def test_smaller_questions_are_answered_from_the_documents() -> None:
    complete = ScriptedModel(
        {
            "split": 'Sure: ["When was Neptune discovered?", "When was Pluto discovered?"]',
            "Question: When was Neptune discovered?\nAnswer:": "In 1846.",
            "Question: When was Pluto discovered?\nAnswer:": "In 1930.",
            "combine": "Yes, it was.",
        }
    )
    run = multihop.run(QUESTION, complete=complete, **TOOLS)
    assert rows(run.trace) == [
        'split #1 calls=1: subquestions = ["When was Neptune discovered?", "When was Pluto discovered?"]',
        'answer[0] #1 calls=1: answers = "In 1846."',
        'answer[1] #1 calls=1: answers = "In 1930."',
        'answer #1: answers = ["In 1846.", "In 1930."]',
        'combine #1 calls=1: conclusion = "Yes, it was."',
    ]
    known = "Known: When was Neptune discovered? In 1846. When was Pluto discovered? In 1930."
    assert complete.prompts[-1].splitlines()[-3:] == [
        known,
        "Question: Was Neptune discovered before Pluto?",
        "Answer:",
    ]


def test_a_longer_list_is_cut_and_the_trace_says_so() -> None:
    complete = ScriptedModel({"split": '["a?", "b?", "c?", "d?", "e?"]', "answer": "x", "combine": "y"})
    run = multihop.run(QUESTION, complete=complete, **TOOLS)
    whole = next(record for record in run.trace if record.step == "answer" and record.item is None)
    assert (whole.details.items, whole.details.dropped, run["answers"]) == (3, 2, ["x", "x", "x"])
    assert complete.calls == 5


def test_what_is_no_list_is_asked_for_once_more() -> None:
    complete = ScriptedModel({"split": ["none", "neither"]})
    with pytest.raises(StepFailed) as caught:
        multihop.run(QUESTION, complete=complete, **TOOLS)
    assert (caught.value.step, complete.calls) == ("split", 2)


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("When was Neptune discovered?", "Neptune is the eighth planet"),
        ("When was Pluto discovered?", "Pluto is a dwarf planet"),
        ("How many moons does Mars have?", "Mars has two small moons"),
    ],
)
def test_the_paragraph_that_fits_best_is_found(question: str, start: str) -> None:
    assert look_up(question).startswith(start)
