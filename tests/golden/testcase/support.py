"""Each branch of support, taken once.

Models, commands, time and whoever decides are stubs; all other code is the flow's own.
"""

from chaindsl.testing.play import play
from examples.support import support


def test_classify_falls_back() -> None:
    """Branch: classify falls back."""
    run = play(
        support,
        {"question": "<question>"},
        answers={"classify": ["<something else>", ""]},
    )
    assert run.steps == ["classify: rejected", "classify: fallback", "hand_over"]
    assert run.ending == "completed"


def test_topic_is_tickets() -> None:
    """Branch: topic is tickets."""
    run = play(
        support,
        {"question": "<question>"},
        answers={"classify": "tickets", "reply": "<reply>"},
    )
    assert run.steps == ["classify", "tickets/prices", "tickets/reply"]
    assert run.ending == "completed"


def test_topic_is_visit() -> None:
    """Branch: topic is visit."""
    run = play(
        support,
        {"question": "<question>"},
        answers={"classify": "visit", "reply": "<reply>"},
    )
    assert run.steps == ["classify", "visit/hours", "visit/reply"]
    assert run.ending == "completed"


def test_topic_is_other() -> None:
    """Branch: topic is other."""
    run = play(
        support,
        {"question": "<question>"},
        answers={"classify": "other"},
    )
    assert run.steps == ["classify", "hand_over"]
    assert run.ending == "completed"
