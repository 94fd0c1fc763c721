"""Each branch of desk, taken once.

Models, commands, time and whoever decides are stubs; all other code is the flow's own.

Of some steps tests say what they return, and their code does not run:

- find: it uses look_up.
"""

from chaindsl.testing.play import play
from examples.desk import desk


def test_pass_on_informed_passed_on() -> None:
    """Branch: pass_on: informed -> passed_on.

    And on the way:

    - inquire: open -> informed
    """
    run = play(
        desk,
        {"letter": "<letter>"},
        answers={"summarise": "<finding>"},
        returns={"find": ["<paragraph>"]},
        decisions=[
            ("inquire", {"topic": "<topic>"}),
            ("pass_on", {"reason": "<reason>"}),
        ],
    )
    assert run.steps == [
        "research/find",
        "research/summarise",
        "inquire -> informed",
        "pass_on -> passed_on",
    ]
    assert run.ending == "completed in passed_on"


def test_inquire_to_informed() -> None:
    """Branch: inquire: informed -> informed."""
    run = play(
        desk,
        {"letter": "<letter>"},
        answers={"summarise": "<finding>"},
        returns={"find": ["<paragraph>"]},
        decisions=[
            ("inquire", {"topic": "<topic>"}),
            ("inquire", {"topic": "<topic>"}),
            ("pass_on", {"reason": "<reason>"}),
        ],
    )
    assert run.steps == [
        "research/find",
        "research/summarise",
        "inquire -> informed",
        "visit 2/research/find",
        "visit 2/research/summarise",
        "visit 2/inquire -> informed",
        "pass_on -> passed_on",
    ]
    assert run.ending == "completed in passed_on"


def test_approve_to_approved() -> None:
    """Branch: approve: written -> approved.

    And on the way:

    - compose: informed -> written
    """
    run = play(
        desk,
        {"letter": "<letter>"},
        answers={"summarise": "<finding>", "write": "<reply>"},
        returns={"find": ["<paragraph>"]},
        decisions=[("inquire", {"topic": "<topic>"}), ("compose", {}), ("approve", {})],
    )
    assert run.steps == [
        "research/find",
        "research/summarise",
        "inquire -> informed",
        "answer/write",
        "compose -> written",
        "approve -> approved",
    ]
    assert run.ending == "completed in approved"


def test_pass_on_open_passed_on() -> None:
    """Branch: pass_on: open -> passed_on."""
    run = play(
        desk,
        {"letter": "<letter>"},
        decisions=[("pass_on", {"reason": "<reason>"})],
    )
    assert run.steps == ["pass_on -> passed_on"]
    assert run.ending == "completed in passed_on"


def test_send_back_to_informed() -> None:
    """Branch: send_back: written -> informed."""
    run = play(
        desk,
        {"letter": "<letter>"},
        answers={"summarise": "<finding>", "write": "<reply>"},
        returns={"find": ["<paragraph>"]},
        decisions=[
            ("inquire", {"topic": "<topic>"}),
            ("inquire", {"topic": "<topic>"}),
            ("compose", {}),
            ("send_back", {"remark": "<remark>"}),
            ("pass_on", {"reason": "<reason>"}),
        ],
    )
    assert run.steps == [
        "research/find",
        "research/summarise",
        "inquire -> informed",
        "visit 2/research/find",
        "visit 2/research/summarise",
        "visit 2/inquire -> informed",
        "answer/write",
        "compose -> written",
        "send_back -> informed",
        "pass_on -> passed_on",
    ]
    assert run.ending == "completed in passed_on"
