"""What holds for every example: both front ends agree, checking finds nothing, and each can be drawn."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from analyzer.source.project import Project
from chaindsl import Flow
from chaindsl.cli.main import guarded
from chaindsl.draw.dot import dot_text
from chaindsl.draw.flow import draw_flow

FOLDER = Path(__file__).parents[2] / "examples"
FLOWS = {
    "desk": ["research", "answer", "desk"],
    "digest": ["digest"],
    "multihop": ["multihop"],
    "qa": ["qa"],
    "release": ["release"],
    "review": ["review"],
    "support": ["tickets", "visit", "support"],
    "verified": ["verified"],
}


def test_every_example_is_looked_at() -> None:
    assert sorted(FLOWS) == sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.mark.parametrize("name", FLOWS)
def test_source_and_live_objects_give_the_same_graphs(name: str) -> None:
    reading = Project().read(FOLDER / f"{name}.py")
    assert reading.problems == ()
    assert [flow.symbols for flow in reading.flows] == [(symbol,) for symbol in FLOWS[name]]
    module = import_module(f"examples.{name}")
    live = [getattr(module, symbol) for symbol in FLOWS[name]]
    assert all(isinstance(flow, Flow) for flow in live)
    assert [flow.graph for flow in reading.flows] == [flow.graph for flow in live]


@pytest.mark.parametrize("name", FLOWS)
def test_each_says_how_to_run_it_and_can_be_drawn(name: str) -> None:
    module = import_module(f"examples.{name}")
    assert f"chaindsl run examples/{name}.py:{name}" in str(module.__doc__)
    assert dot_text(draw_flow(getattr(module, name).graph)).startswith("digraph")


def test_checking_finds_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    status = guarded(["check", "--output-format", "json", str(FOLDER)])
    report = json.loads(capfd.readouterr().out)
    flows = sum(len(symbols) for symbols in FLOWS.values())
    assert (status, report["findings"]) == (0, [])
    assert (report["summary"]["flows"], report["summary"]["unknown"]) == (flows, 0)
