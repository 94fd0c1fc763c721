"""Which answer a prompt gets."""

import re

import pytest

from chaindsl.testing.script import Answers, ScriptError, script, shown
from chaindsl.vocabulary.prompt import prompt

CLARIFY = prompt("clarify", version="1", text="Restate: {question}")
REWRITE = prompt("rewrite", version="1", text="Rewrite what clarify said: {question}")
ASKED = CLARIFY.format(question="why?")


@pytest.mark.parametrize(
    ("answers", "answer"),
    [
        (["a", "b"], "a"),
        ("abc", "abc"),
        (lambda text: text.upper(), "RESTATE: WHY?"),
        ({"clarify": "a"}, "a"),
        ({CLARIFY: "a"}, "a"),
        ({"why": "a", "Restate": "b"}, "a"),
        ({"why": "a", "clarify": "b"}, "b"),
        ({"why": "a", CLARIFY: "b"}, "b"),
        ({re.compile(r"why\?$"): "a"}, "a"),
        ({"": "a"}, "a"),
        ({REWRITE: "a", "rewrite": "b", "Restate": "c"}, "c"),
        ({"clarify": ["a", "b"]}, "a"),
    ],
)
def test_the_answer(answers: Answers, answer: str) -> None:
    assert script(answers, "it").answer(ASKED) == answer


def test_a_key_that_names_another_prompt_still_fits_text() -> None:
    assert script({"clarify": "a"}, "it").answer(REWRITE.format(question="x")) == "a"


def test_sequences_are_given_in_order_and_lone_answers_again() -> None:
    found = script({"x": ["1", "2"], "y": "3"}, "it")
    assert [found.answer(text) for text in ("x", "y", "x", "y")] == ["1", "3", "2", "3"]


@pytest.mark.parametrize(
    ("answers", "code", "subject", "message"),
    [
        ([], "script-used-up", "it", "it is used up after 0 answers, and one more is asked for: 'Restate: why?'"),
        (
            {"clarify": []},
            "script-used-up",
            "it['clarify']",
            "it['clarify'] is used up after 0 answers, and one more is asked for: 'Restate: why?'",
        ),
        ({"rewrite": "a"}, "script-no-match", "it", "it has no answer to the prompt 'clarify': 'Restate: why?'"),
    ],
)
def test_without_an_answer(answers: Answers, code: str, subject: str, message: str) -> None:
    with pytest.raises(ScriptError) as caught:
        script(answers, "it").answer(ASKED)
    assert (caught.value.code, caught.value.issue.subject, caught.value.issue.message) == (code, subject, message)


def test_keys_are_shown_where_none_fits() -> None:
    keys = {"a": "1", re.compile("b+"): "2", CLARIFY: "3"}
    with pytest.raises(ScriptError) as caught:
        script(keys, "it").answer("xyz")
    assert str(caught.value) == (
        "it has no answer to 'xyz' [script-no-match] (its keys are 'a', /b+/, prompt('clarify', version='1'))"
    )


@pytest.mark.parametrize(
    ("answers", "left"),
    [
        (["a", "b", ValueError("no")], ["'b'", "ValueError('no')"]),
        ({"Restate": ["a", "b"], "x": "c", "y": []}, ["'Restate': 'b'", "'x': 'c'"]),
        (lambda text: text, []),
    ],
)
def test_what_is_left(answers: Answers, left: list[str]) -> None:
    found = script(answers, "it")
    found.answer(ASKED)
    assert found.unused() == left


def test_long_texts_are_cut() -> None:
    assert shown("x" * 300) == f"'{'x' * 199}…"
    assert shown(ASKED) == "'Restate: why?'"


def test_a_key_that_can_fit_nothing_is_refused() -> None:
    with pytest.raises(TypeError, match="it: a key is a text, a pattern or a prompt, and 7 is none of them"):
        script({7: "a"}, "it")
