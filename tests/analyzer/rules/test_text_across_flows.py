"""CD401 and CD602: what a model wrote goes into flows inside a flow, through them, and out of them."""

from pathlib import Path

import pytest

from analyzer.check import check_reading
from analyzer.source.project import Project

STEPS = """\
from typing import Literal

from chaindsl import (
    Budget, Command, CommandResult, Complete, FromActor, State, Text, branch, chain, cli, step, transition, workflow
)


@step(writes="plan")
def think(question: Text, *, complete: Complete) -> str:
    return complete(question)


@step(writes="answer")
def answer(plan: str, *, complete: Complete) -> Text:
    return complete(plan)


@step(writes="tag")
def tag(plan: str) -> Command[CommandResult]:
    return cli("git", "tag", plan)


@step(writes="copied")
def copy(plan: str) -> str:
    return plan.strip()


@step(writes="answer")
def use(copied: str, *, complete: Complete) -> Text:
    return complete(copied)


@step(writes="plan")
def decide(question: Text) -> str:
    return "go on"


@step(writes="answer")
def yes() -> str:
    return "yes"


into = chain("into", answer, inputs={"plan": str}, outputs=["answer"])
tagging = chain("tagging", tag, inputs={"plan": str}, outputs=["tag"])
thinking = chain("thinking", think, inputs={"question": Text}, outputs=["plan"])
copying = chain("copying", copy, inputs={"plan": str}, outputs=["copied"])
strict = chain("strict", answer, inputs={"plan": Text}, outputs=["answer"])
chosen = chain("chosen", tag, inputs={"plan": Literal["a", "b"]}, outputs=["tag"])
deeper = chain("deeper", into, inputs={"plan": str}, outputs=["answer"])
routed = chain("routed", branch("plan", {"yes": yes}, otherwise=yes), inputs={"plan": str}, outputs=["answer"])
OPTIONS = {"inputs": {"question": Text}, "budget": Budget(calls=9)}
"""


def found(folder: Path, text: str) -> list[tuple[str, str, list[str]]]:
    (folder / "flow.py").write_text(STEPS + text)
    reading = Project().read(folder / "flow.py", shown="flow.py")
    return [
        (one.code, one.symbol, [line if isinstance(line, str) else line.message for line in one.witness])
        for one in check_reading(reading, ["CD401", "CD602"])
    ]


THINKS = "`think` writes `plan`, what its model wrote"
COPIES = "`copy` writes `copied` from it"


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ("think, into", [("CD401", "flow.think", [THINKS])]),
        ("thinking, answer", [("CD401", "flow.think", [THINKS])]),
        ("thinking, copying, use", [("CD401", "flow.think", [THINKS, COPIES])]),
        ("think, deeper", [("CD401", "flow.think", [THINKS])]),
        ("think, routed", [("CD401", "flow.think", [THINKS])]),
        ("think, tagging", [("CD602", "flow.tag", [THINKS])]),
        ("thinking, tagging", [("CD602", "flow.tag", [THINKS])]),
        ("think, strict", []),
        ("think, chosen", []),
        ("decide, into", []),
        ("thinking, decide, into", []),
        ("thinking, decide, tagging", []),
    ],
)
def test_a_chain(tmp_path: Path, parts: str, expected: list[tuple[str, str, list[str]]]) -> None:
    assert found(tmp_path, f'flow = chain("flow", {parts}, **OPTIONS)\n') == expected


WORKFLOW = """
@transition(source="open", target="done", actor={actor!r}, runs=tagging)
def label(plan: FromActor[{type}]) -> None: ...


flow = workflow("flow", label, initial="open", final=["done"], states=[State("open", goal="Name it")])
"""


@pytest.mark.parametrize(
    ("actor", "type", "codes"),
    [("agent", "Text", ["CD602"]), ("human", "Text", []), ("agent", 'Literal["a", "b"]', [])],
)
def test_what_an_agent_hands_to_a_flow_that_a_transition_runs(
    tmp_path: Path, actor: str, type: str, codes: list[str]
) -> None:
    told = found(tmp_path, WORKFLOW.format(actor=actor, type=type))
    assert [code for code, _, _ in told] == codes


def test_flows_that_are_nested_again_and_again_are_looked_at_once_each(tmp_path: Path) -> None:
    levels = ["level_0 = into"]
    for number in range(1, 11):
        inner = f"level_{number - 1}"
        levels.append(f'level_{number} = chain("l{number}", {inner}, {inner}, inputs={{"plan": str}})')
    told = found(tmp_path, "\n".join([*levels, 'flow = chain("flow", think, level_10, **OPTIONS)\n']))
    assert told[0] == ("CD401", "flow.think", [THINKS])
