"""A few lines can say flows that no search comes to the end of: each is cut, and what is too much is left out."""

from pathlib import Path

import pytest

from analyzer import check, flowcheck
from analyzer.check import check_reading
from analyzer.facts import feasible, machine
from analyzer.facts.verdict import Verdict
from analyzer.rules.registry import RULES
from analyzer.source.project import Project
from analyzer.source.reading import Reading
from chaindsl.graph.flow import Workflow
from chaindsl.graph.typeform import Named

BRANCHES = 12
STEP = '@step(writes="{key}")\ndef {name}({reads}) -> str:\n    return "x"\n'


def tangled(flows: int) -> str:
    """Flows in which every branch comes twice, so that what is known on a path doubles with each of them."""
    lines = ["from typing import Literal", "from chaindsl import branch, chain, step"]
    for number in range(BRANCHES):
        lines += [STEP.format(key=f"{way}{number}", name=f"{way}_{number}", reads="") for way in "abcd"]
        lines.append(STEP.format(key=f"r{number}", name=f"r_{number}", reads=f"a{number}: str, c{number}: str"))
    parts = [
        f'branch("k{n}", {{"x": {one}_{n}, "y": {other}_{n}}})' for one, other in ("ab", "cd") for n in range(BRANCHES)
    ]
    parts += [f"r_{number}" for number in range(BRANCHES)]
    inputs = ", ".join(f'"k{number}": Literal["x", "y"]' for number in range(BRANCHES))
    lines += [f'flow{n} = chain("flow{n}", {", ".join(parts)}, inputs={{{inputs}}})' for n in range(flows)]
    return "\n\n".join(lines) + "\n"


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The limits as they are, but smaller; and the flows that fixes are tried on."""
    found: list[str] = []
    count = flowcheck._Trial._count

    def counted(trial: flowcheck._Trial, graph: object) -> object:
        found.append(str(graph.name))  # type: ignore[attr-defined]
        return count(trial, graph)  # type: ignore[arg-type]

    monkeypatch.setattr(feasible, "MOST_VISITS", 200)
    monkeypatch.setattr(feasible, "MOST_WORK", 1_000)
    monkeypatch.setattr(flowcheck, "MOST_TRYING", 3_000)
    monkeypatch.setattr(check, "MOST_WORK", 1_500)
    monkeypatch.setattr(flowcheck._Trial, "_count", counted)
    return found


def read(text: str) -> Reading:
    return Project().read(Path("flow.py"), content=text.encode())


def test_flows_are_left_out_when_those_before_took_too_much(tried: list[str]) -> None:
    found = check_reading(read(tangled(4)), RULES)
    told = [one for one in found if one.code == "CD001"]
    assert [one.message.partition(":")[0] for one in told] == [
        "what comes before is too large for this flow and those behind it to be looked at"
    ]
    assert told[0].place.line == tangled(4).splitlines().index(tangled(4).splitlines()[-3]) + 1
    assert {one.symbol.partition(".")[0] for one in found if one.code == "CD201"} == {"flow0"}
    assert set(tried) == {"flow0", "flow1"}
    # Each flow itself, and the changes for as long as they may take.
    assert len(tried) <= 2 * (1 + 3)


def test_a_file_of_ordinary_flows_is_checked_to_its_end(tried: list[str]) -> None:
    text = STEP.format(key="a", name="a", reads="q: str")
    flows = "".join(f'flow{n} = chain("flow{n}", a, inputs={{"q": str, "unread": str}})\n' for n in range(50))
    found = check_reading(read(f"from chaindsl import chain, step\n\n\n{text}\n\n{flows}"), ["CD001", "CD206"])
    assert len([one for one in found if one.code == "CD206"]) == 50
    assert [one for one in found if one.code == "CD001"] == []


def test_guards_of_all_states_together_may_cost_no_more_than_a_machine_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MOST_IN_ALL", 20_000)
    names = [f"s{number}" for number in range(30)]
    lines = ["from chaindsl import transition, workflow"]
    for number, name in enumerate(names):
        guard = " or ".join(f"v{key} > {number}" for key in range(6))
        made = f'@transition(source="{name}", target="end", actor="deterministic", when="{guard}")'
        lines.append(f"{made}\ndef go_{name}() -> None: ...")
    keys = ", ".join(f'"v{key}": int' for key in range(6))
    ways = ", ".join(f"go_{name}" for name in names)
    lines.append(f'flow = workflow("flow", {ways}, initial="s0", final=["end"], inputs={{{keys}}})')
    workflow = read("\n\n".join(lines)).flows[0].graph.body
    assert isinstance(workflow, Workflow)
    judged = machine.Machine(workflow, {f"v{key}": Named("int") for key in range(6)})
    gaps = [here.choice.gap for name, here in judged.states.items() if name in names]
    assert gaps[0] is Verdict.YES
    assert gaps[-1] is Verdict.UNKNOWN
    assert judged.work < 30_000
