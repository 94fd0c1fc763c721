"""Draft, criticise, revise: an approved draft is left alone, and the limit ends what is never approved."""

import pytest

from chaindsl import ChainError
from chaindsl.testing import ScriptedModel
from examples.verified import verified
from tests.examples.rows import rows

TOPIC = {"topic": "Saturn's rings"}
GOOD = "Saturn's rings are made of ice."


def test_an_approved_draft_is_not_revised() -> None:
    complete = ScriptedModel({"draft": GOOD, "opinion": "yes"})
    run = verified.run(TOPIC, complete=complete)
    assert rows(run.trace) == [
        f'write #1 calls=1: draft = "{GOOD}"',
        'round 1/criticise #1 calls=1: opinion = "yes"',
        'round 1/find_problem #1: problem = ""',
        "round 1/approve #1: approved = true",
    ]
    assert run.outputs == {"draft": GOOD}


def test_a_draft_is_revised_until_it_is_approved() -> None:
    complete = ScriptedModel(
        {"draft": "They are made of ice.", "opinion": ["yes", "no", "yes"], "revise": [GOOD, GOOD]}
    )
    run = verified.run(TOPIC, complete=complete)
    assert rows(run.trace)[2:] == [
        'round 1/find_problem #1: problem = "it does not name Saturn\'s rings"',
        "round 1/approve #1: approved = false",
        f'round 1/revise #1 calls=1: draft = "{GOOD}"',
        'round 2/criticise #1 calls=1: opinion = "no"',
        'round 2/find_problem #1: problem = "it is not clear enough"',
        "round 2/approve #1: approved = false",
        f'round 2/revise #1 calls=1: draft = "{GOOD}"',
        'round 3/criticise #1 calls=1: opinion = "yes"',
        'round 3/find_problem #1: problem = ""',
        "round 3/approve #1: approved = true",
    ]
    complete.assert_used_up()


def test_what_is_never_approved_is_not_delivered() -> None:
    complete = ScriptedModel({"draft": GOOD, "opinion": "perhaps", "revise": f"{GOOD} {'word ' * 25}"})
    with pytest.raises(ChainError) as caught:
        verified.run(TOPIC, complete=complete)
    assert caught.value.code == "repeat-exhausted"
    assert complete.calls == 1 + 3 * 2 + 3
    problems = [record.output for record in caught.value.trace if record.step == "find_problem"]
    assert problems == ["it is not clear enough", "it has more than 25 words", "it has more than 25 words"]
