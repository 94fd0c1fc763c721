"""Rates that are measured: counted from traces of real runs, with their intervals."""

from pathlib import Path

import pytest

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.errors import ChainDslError
from chaindsl.language.blocks import branch, repeat
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.review.cost.estimate import estimate
from chaindsl.review.cost.interval import Share
from chaindsl.review.cost.measured import measure
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.spread import Spread
from chaindsl.review.cost.table import Table
from chaindsl.trace.jsonl import TraceWriter
from chaindsl.vocabulary.model import Complete


@step(writes="kind", backoff=0)
def classify(question: str, *, complete: Complete) -> str:
    answer = complete(question)
    if answer == "bad":
        raise ValueError(answer)
    return answer


@step(writes="words")
def split(question: str) -> list[str]:
    return question.split()


@step(writes="sizes", each="words", limit=4)
def size(word: str) -> int:
    return len(word)


@step(writes="reply")
def short(question: str) -> str:
    return question


FLOW = chain("sort", classify, branch("kind", {"x": [split, size], "y": short}), inputs={"question": str})


@pytest.fixture
def traces(tmp_path: Path) -> Path:
    answers = iter(["x", "bad", "x", "y", "y", "bad", "y"])
    for number in range(5):
        runner = FLOW.bind(complete=lambda prompt: next(answers))
        run = runner.begin({"question": "a b c"})
        with TraceWriter(tmp_path / f"{number}.jsonl", {"run": run.id, "flow": run.flow}) as writer:
            run = runner.run({"question": "a b c"}, on_record=writer)
            writer.end({"status": run.status, "stopped": run.stopped})
    return tmp_path


def test_what_is_counted(traces: Path) -> None:
    found = measure(str(traces))
    seen = found.steps["sort", "classify"]
    assert found.traces == 5
    assert seen.success == Share(5, 7)
    assert seen.calls == [1] * 7
    assert seen.outputs == {"x": 2, "y": 3}
    assert found.steps["sort", "size"].items == [3, 3]
    assert found.steps["sort", "size"].success == Share(6, 6)
    assert measure(str(traces / "0.jsonl")).traces == 1


def test_the_estimate_goes_by_what_was_counted(traces: Path) -> None:
    found = estimate(FlowFacts(FLOW.graph), Rates(Table(defaults={"success": 0.5}), measure(str(traces))))
    first = found.steps[0]
    assert first.measured == Share(5, 7)
    assert (first.rates.source, first.rates.odds.success) == ("7 attempts in traces", 5 / 7)
    # Routes are taken as often as they were: the one of two steps in two runs of five.
    assert Rates(measured=measure(str(traces))).route_weights("sort", "kind", ["x", "y"], "classify") == [2, 3]
    assert found.steps[2].rates.items == Spread(3, 3, 3)


def test_the_table_wins_over_traces(traces: Path) -> None:
    rates = Rates(Table(steps={"classify": {"success": 0.9}}), measure(str(traces)))
    first = estimate(FlowFacts(FLOW.graph), rates).steps[0]
    assert (first.rates.source, first.rates.odds.success) == ("table", 0.9)


def test_a_loop_ends_as_often_as_it_did(tmp_path: Path) -> None:
    @step(writes="ok")
    def look(question: str, *, complete: Complete) -> bool:
        return complete(question) == "yes"

    flow = chain("loop", repeat(look, until="ok", limit=5), inputs={"question": str})
    answers = iter(["no", "no", "no", "yes"])
    runner = flow.bind(complete=lambda prompt: next(answers))
    run = runner.begin({"question": "q"})
    with TraceWriter(tmp_path / "a.jsonl", {"run": run.id, "flow": run.flow}) as writer:
        runner.run({"question": "q"}, on_record=writer)
    rates = Rates(measured=measure(str(tmp_path)))
    assert rates.ends("loop", "ok", "look") == 0.25
    assert rates.ends("loop", "ok", None) == 0.5
    assert Rates(Table(loops={"ok": {"ends": 0.9}})).ends("loop", "ok", "look") == 0.9


def test_a_folder_without_traces(tmp_path: Path) -> None:
    with pytest.raises(ChainDslError) as raised:
        measure(str(tmp_path))
    assert raised.value.code == "no-traces"
