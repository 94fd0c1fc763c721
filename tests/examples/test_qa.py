"""Question answering with citations, with scripted models and with the embedded one."""

import pytest

from chaindsl import Complete, Run, StepFailed
from chaindsl.models.local import Local
from chaindsl.testing import ScriptedModel
from examples.qa import DOCUMENTS, TOOLS, Passage, citations_exist, facts_are_cited, qa, search
from tests.examples.rows import rows, said

NOTHING_OF = "the cited source says nothing of"
QUESTION = {"question": "who found uranus"}
URANUS = [
    Passage("uranus.md", " ".join(paragraph.split()))
    for paragraph in (DOCUMENTS / "uranus.md").read_text(encoding="utf-8").split("\n\n")[1:]
]
PASSAGES = said([{"source": passage.source, "text": passage.text} for passage in URANUS])


def model(*drafts: str, supported: str = "yes") -> ScriptedModel:
    return ScriptedModel(
        {
            "clarify": "Who discovered Uranus?\nAsked: and Mars?",
            "rewrite": " Uranus discovered",
            "synthesize": drafts,
            "verify": supported,
        }
    )


def test_six_steps_to_an_answer_with_its_source() -> None:
    complete = model("[1] William Herschel discovered it in 1781.")
    run = qa.run(QUESTION, complete=complete, **TOOLS)
    assert rows(run.trace) == [
        'clarify #1 calls=1: clarified = "Who discovered Uranus?"',
        'rewrite #1 calls=1: query = "Uranus discovered"',
        f"retrieve #1: passages = {PASSAGES}",
        'synthesize #1 calls=1: draft = "[1] William Herschel discovered it in 1781."',
        'verify #1 calls=1: supported = "yes"',
        'render #1: answer = "[1] William Herschel discovered it in 1781.\\n[1] uranus.md"',
    ]
    assert run.outputs == {"answer": "[1] William Herschel discovered it in 1781.\n[1] uranus.md"}
    complete.assert_used_up()


def test_what_is_wrong_with_a_draft_goes_into_the_next_prompt() -> None:
    complete = model("William Herschel did.", "It was Galileo [4].", "[2] It was Galileo, in 1610.")
    with pytest.raises(StepFailed) as caught:
        qa.run(QUESTION, complete=complete, **TOOLS)
    assert rows(caught.value.trace)[3:] == [
        'synthesize #1 calls=1: rejected "William Herschel did.": cite at least one source, as in [1]',
        'synthesize #2 calls=1: rejected "It was Galileo [4].": there is no source [4]; there are 3',
        f'synthesize #3 calls=1: rejected "[2] It was Galileo, in 1610.": {NOTHING_OF} Galileo, 1610',
    ]
    asked = [prompt.splitlines()[-2] for prompt in complete.prompts[2:]]
    assert asked == [
        "Question: Who discovered Uranus?",
        "Question: Who discovered Uranus? (cite at least one source, as in [1])",
        "Question: Who discovered Uranus? (there is no source [4]; there are 3)",
    ]
    assert dict(caught.value.run.values) == {
        "question": "who found uranus",
        "clarified": "Who discovered Uranus?",
        "query": "Uranus discovered",
        "passages": URANUS,
    }


def test_a_doubt_is_told_with_the_answer() -> None:
    run = qa.run(QUESTION, complete=model("[1] Uranus is the seventh planet. [1]", supported="No\n"), **TOOLS)
    assert run["answer"] == (
        "[1] Uranus is the seventh planet. [1]\nThe sources may not say this; read them.\n[1] uranus.md"
    )


def test_a_verifier_that_is_neither_for_nor_against_fails_the_run() -> None:
    with pytest.raises(StepFailed) as caught:
        qa.run(QUESTION, complete=model("[1] Uranus is a planet.", supported="maybe"), **TOOLS)
    assert [record.attempt for record in caught.value.records] == [1, 2]


@pytest.mark.parametrize(
    ("query", "sources"),
    [
        ("hot Venus", ["venus.md", "venus.md", "venus.md"]),
        ('"comet* OR (', ["comets.md", "comets.md", "comets.md"]),
        ("Herschel", ["uranus.md"]),
        ("?!", []),
        ("nothingofthekind", []),
    ],
)
def test_the_index_takes_any_query(query: str, sources: list[str]) -> None:
    assert [passage.source for passage in search(query)] == sources


def test_a_question_that_no_document_answers_fails_where_it_shows() -> None:
    complete = ScriptedModel({"clarify": "Who wrote Faust?", "rewrite": ["Goethe Faust", "Goethe Faust"]})
    with pytest.raises(StepFailed, match="step retrieve failed after 2 attempts: List should have at least 1 item"):
        qa.run(QUESTION, complete=complete, **TOOLS)


@pytest.mark.parametrize("draft", ["[1] Herschel found Uranus in 1781.", "It was Herschel [1].", "[1][3] Umbriel!"])
def test_validators_let_good_drafts_pass(draft: str) -> None:
    citations_exist(draft, URANUS)
    facts_are_cited(draft, "Who found Uranus?", URANUS)


def finished(complete: Complete) -> Run:
    """The run, whether it ended with an answer or with an honest failure."""
    try:
        return qa.run(QUESTION, complete=complete, **TOOLS)
    except StepFailed as failure:
        found: Run = failure.run
        return found


@pytest.mark.model
def test_the_embedded_model_answers_or_fails_honestly() -> None:
    with Local() as complete:
        run = finished(complete)
    if run.error is not None:
        assert run.trace[-1].message
        assert "answer" not in run
        return
    citations_exist(run["draft"], run["passages"])
    facts_are_cited(run["draft"], run["clarified"], run["passages"])
    assert run["answer"].startswith(run["draft"])
