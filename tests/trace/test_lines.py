"""The published schema is the generated one, real traces are valid against it, and nothing else is read."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.runner import Runner
from chaindsl.testing.scripted import ScriptedModel
from chaindsl.trace.head import head
from chaindsl.trace.jsonl import TraceFileError, TraceWriter, read_trace
from chaindsl.trace.lines import json_schema, problem, schema_text
from chaindsl.trace.unsaid import UNSAID
from chaindsl.vocabulary.model import Complete
from chaindsl.vocabulary.prompt import prompt

PUBLISHED = Path(__file__).parents[2] / "docs" / "reference" / "trace.schema.json"
VALIDATOR = Draft202012Validator(json_schema())
ASK = prompt("ask", version="1", text="{word}?")


@step(writes="answers", each="words", prompt=ASK, fallback="none", backoff=0)
def ask(word: str, *, complete: Complete) -> str:
    return complete(ASK.format(word=word))


@step(writes="total")
def total(answers: list[str]) -> float:
    if answers[0] == "break":
        raise OSError("half \ud83d")
    return float("nan")


FLOW = chain("asked", ask, total, inputs={"words": list[str]})


def traced(path: Path, *answers: str | Exception) -> list[dict[str, Any]]:
    runner = Runner(FLOW.definition, {"complete": ScriptedModel(list(answers))})
    run = runner.begin({"words": ["a", "half \ud83d"]})
    with TraceWriter(path, head(run.id, FLOW.graph, written_by="1", began=datetime.now(UTC))) as writer:
        try:
            runner.run({"words": ["a", "half \ud83d"]}, on_record=writer)
        except ChainError:
            writer.end({"status": "failed", "stopped": "failure", "state": None, "error": {"code": "x"}})
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_published_schema_is_the_generated_one() -> None:
    Draft202012Validator.check_schema(json_schema())
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text(), (
        "chaindsl trace schema > docs/reference/trace.schema.json"
    )


@pytest.mark.parametrize("answers", [["one", "two"], ["break", OSError("no"), "two"], [OSError("no"), OSError("no")]])
def test_every_line_of_real_traces_is_valid(tmp_path: Path, answers: list[str | Exception]) -> None:
    lines = traced(tmp_path / "t.jsonl", *answers)
    assert lines[0]["kind"] == "run"
    assert [error.message for line in lines for error in VALIDATOR.iter_errors(line)] == []
    assert [problem(line) for line in lines if problem(line)] == []
    trace = read_trace(tmp_path / "t.jsonl")
    assert len(trace.records) == sum(line["kind"] == "record" for line in lines)


def test_the_schema_knows_every_field_of_a_record() -> None:
    known = json_schema()["$defs"]["RecordLine"]["properties"].keys()
    assert known - {"kind", "revision", "cut"} == UNSAID.keys()


def test_the_head_holds_the_flow_so_that_its_source_may_go(tmp_path: Path) -> None:
    traced(tmp_path / "t.jsonl", "one", "two")
    trace = read_trace(tmp_path / "t.jsonl")
    parts = trace.head["definition"]["body"]["parts"]
    assert [part["name"] for part in parts] == ["ask", "total"]
    assert parts[0]["prompts"][0]["text"] == "{word}?"
    assert (trace.head["chaindsl"], trace.head["flow"], trace.head["redacted"]) == ("1", "asked", [])
    assert datetime.fromisoformat(trace.head["began"]).tzinfo is UTC


def test_a_call_is_told_with_what_was_sent_and_what_came_back(tmp_path: Path) -> None:
    lines = traced(tmp_path / "t.jsonl", "one", "two")
    (call,) = lines[2]["calls"]
    assert {name: call[name] for name in ("tool", "characters", "sent", "answer", "prompt", "version")} == {
        "tool": "complete",
        "characters": 2,
        "sent": "a?",
        "answer": "one",
        "prompt": "ask",
        "version": "1",
    }
    assert read_trace(tmp_path / "t.jsonl").records[1]["calls"][0]["sent"] == "half \ud83d?"
    assert lines[-1]["output"] == "nan"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"kind": "record"}, "revision: Field required"),
        ({"kind": "value", "revision": "one", "key": "a", "value": 1}, "revision: Input should be a valid integer"),
        ({"kind": "value", "revision": 1, "key": "a"}, "value: Field required"),
        ({"kind": "end", "status": 1}, "status: Input should be an instance of str"),
    ],
)
def test_a_line_of_another_form_is_named(tmp_path: Path, line: dict[str, object], said: str) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(f'{{"kind":"run","version":1}}\n{{"kind":"comet"}}\n{json.dumps(line)}\n')
    with pytest.raises(TraceFileError) as caught:
        read_trace(path)
    assert caught.value.issue.message.startswith(f"{path}:3: {said}")
