"""The desk: which chain runs is decided while it runs, and a person has seen every reply."""

import pytest

from chaindsl import ChainError, Run, Runner
from chaindsl.testing import ScriptedModel
from examples.desk import TOOLS, desk, work
from tests.examples.rows import rows

LETTER = {"letter": "Why is Mars red?"}
PARAGRAPH = (
    "Mars is the fourth planet from the Sun. It is called the Red Planet because iron oxide, rust, covers its surface."
)


def offered(run: Run) -> list[tuple[str, str, list[str]]]:
    return [(link.transition, str(link.actor), list(link.schema["properties"])) for link in run.links]


def model() -> ScriptedModel:
    return ScriptedModel({"summarise": "Rust covers it.", "reply": ["Thank you.", "Thank you. It is rust."]})


def started() -> tuple[Runner, Run]:
    runner = desk.bind(complete=model(), **TOOLS)
    return runner, runner.run(LETTER)


def test_chains_run_in_the_order_that_is_decided() -> None:
    runner, run = started()
    assert offered(run) == [("inquire", "agent", ["topic"]), ("pass_on", "agent", ["reason"])]
    assert run.guidance.instructions == "Name one topic to look up; pass on what is not astronomy."
    run = runner.submit(run, "inquire", {"topic": "red planet Mars"})
    assert offered(run) == [("inquire", "agent", ["topic"]), ("compose", "agent", []), ("pass_on", "agent", ["reason"])]
    run = runner.submit(run, "compose")
    assert offered(run) == [("approve", "human", []), ("send_back", "human", ["remark"])]
    run = runner.submit(run, "send_back", {"remark": "Say what it is."}, actor="human")
    run = runner.submit(run, "compose")
    run = runner.submit(run, "approve", actor="human")
    assert (str(run.status), run.state, run.outputs) == ("completed", "approved", {"reply": "Thank you. It is rust."})
    assert rows(run.trace) == [
        f'research/find #1: paragraph = "{PARAGRAPH}"',
        'research/summarise #1 calls=1: finding = "Rust covers it."',
        "inquire #1: done",
        'answer/write #1 calls=1: reply = "Thank you."',
        "compose #1: done",
        'send_back #1: remark = "Say what it is."',
        'visit 2/answer/write #1 calls=1: reply = "Thank you. It is rust."',
        "visit 2/compose #1: done",
        "approve #1: done",
    ]


def test_an_agent_can_not_approve() -> None:
    runner, run = started()
    run = runner.submit(runner.submit(run, "inquire", {"topic": "Mars"}), "compose")
    with pytest.raises(ChainError) as caught:
        runner.submit(run, "approve")
    assert (caught.value.code, run.state, str(run.status)) == ("wrong-actor", "written", "waiting")


def test_looking_up_has_an_end() -> None:
    runner, run = started()
    for _ in range(3):
        run = runner.submit(run, "inquire", {"topic": "Mars"})
    assert offered(run) == [("compose", "agent", []), ("pass_on", "agent", ["reason"])]


def test_a_model_decides_until_a_person_is_due() -> None:
    complete = ScriptedModel(
        {"decide": ["inquire red planet Mars", "compose"], "summarise": "Rust covers it.", "reply": "It is rust."}
    )
    run = work("Why is Mars red?", complete)
    assert (run.state, run["reply"], [link.actor for link in run.links]) == ("written", "It is rust.", ["human"] * 2)
    assert complete.prompts[0].splitlines()[-4:] == [
        "Letter: Why is Mars red?",
        "Known: nothing",
        "May: inquire topic, pass_on reason",
        "Next:",
    ]


@pytest.mark.parametrize("said", ["inquire", "write it", "", "compose now"])
def test_what_the_agent_can_not_say_is_passed_on(said: str) -> None:
    run = work("Why is Mars red?", ScriptedModel({"decide": said}))
    assert (run.state, run.outputs) == ("passed_on", {"reason": f"the agent said: {said}".strip()})
