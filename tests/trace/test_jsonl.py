"""Traces in files: written as they happen, read to the last whole line, values written once."""

import json
from pathlib import Path

import pytest

from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.runtime.runner import Runner
from chaindsl.trace.jsonl import TraceFileError, TraceWriter, read_trace
from chaindsl.vocabulary.model import Complete
from chaindsl.vocabulary.values import Values

BIG = "x" * 5_000


@step(writes="words")
def split(text: str, secret: str) -> list[str]:
    return text.split()


@step(writes="sizes", each="words")
def size(word: str, text: str) -> int:
    return len(word)


@step(writes="total")
def total(sizes: list[int], text: str) -> int:
    return sum(sizes)


FLOW = chain("sums", split, size, total, inputs={"text": str, "secret": str})
VALUES = {"text": f"a bb {BIG}", "secret": "canary"}


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "trace.jsonl"
    runner = Runner(FLOW.definition, {}).configured(redact=["secret"])
    run = runner.begin(VALUES)
    with TraceWriter(path, {"run": run.id, "flow": run.flow}) as writer:
        run = runner.run(VALUES, on_record=writer)
        writer.end({"status": run.status, "stopped": run.stopped})
    return path


def test_what_is_written_is_read(written: Path) -> None:
    trace = read_trace(written)
    assert (trace.head["flow"], trace.head["version"], trace.torn) == ("sums", 1, False)
    assert trace.end == {"status": "completed", "stopped": "end of chain"}
    assert [(record["path"], record["item"]) for record in trace.records] == [
        ("sums/split", None),
        ("sums/size", 0),
        ("sums/size", 1),
        ("sums/size", 2),
        ("sums/size", None),
        ("sums/total", None),
    ]
    assert trace.records[0]["reads"] == {"text": VALUES["text"], "secret": "[redacted]"}
    assert trace.records[2]["reads"] == {"word": "bb", "text": VALUES["text"]}
    assert trace.records[4]["reads"] == {"words": ["a", "bb", BIG]}
    assert trace.records[5]["reads"] == {"sizes": [1, 2, 5_000], "text": VALUES["text"]}


def test_a_value_stands_in_the_file_once_and_what_is_redacted_never(written: Path) -> None:
    text = written.read_text(encoding="utf-8")
    assert text.count(f"a bb {BIG}") == 1
    assert "canary" not in text


def test_a_file_cut_at_any_byte_of_its_last_three_records_loses_at_most_the_last(written: Path, tmp_path: Path) -> None:
    data = written.read_bytes()
    lines = data.splitlines(keepends=True)
    whole = read_trace(written).records
    kinds = [json.loads(line)["kind"] for line in lines]
    third = [number for number, kind in enumerate(kinds) if kind == "record"][-3]
    start = sum(map(len, lines[:third]))
    for end in range(start, len(data)):
        cut = tmp_path / "cut.jsonl"
        cut.write_bytes(data[:end])
        trace = read_trace(cut)
        begun = sum(kind == "record" for kind in kinds[: data[:end].count(b"\n") + 1])
        assert trace.records in (whole[:begun], whole[: begun - 1])
        assert trace.records == whole[: kinds[: data[:end].count(b"\n")].count("record")]
        assert trace.torn is (data[:end][-1:] != b"\n")
        assert trace.end is None


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "no-trace"),
        (b'{"kind":"record"}\n', "no-trace"),
        (b'{"kind":"run","version":99}\n', "trace-version"),
        (b'{"kind":"run","version":1}\nnothing\n', "trace-damaged"),
        (b'{"kind":"run","version":1}\n[]\n', "trace-damaged"),
        (b"\xff\xfe\n", "trace-damaged"),
    ],
)
def test_what_is_no_trace_is_said_to_be_none(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_bytes(content)
    with pytest.raises(TraceFileError) as caught:
        read_trace(path)
    assert caught.value.code == code
    with pytest.raises(TraceFileError, match="can't be read"):
        read_trace(tmp_path / "nowhere.jsonl")


@step(writes="reply", backoff=0)
def reply(secret: str, text: str, *, complete: Complete) -> str:
    return complete(f"{secret}: {text}")


@step(writes="again", backoff=0)
def again(values: Values, *, complete: Complete) -> str:
    return complete(f"{values['secret']}")


@step(writes="other", backoff=0)
def other(text: str, *, complete: Complete) -> str:
    return complete(text)


def test_no_prompt_and_no_answer_shows_what_a_step_read_that_is_redacted(tmp_path: Path) -> None:
    flow = chain("hidden", reply, again, other, inputs={"text": str, "secret": str})
    runner = Runner(flow.definition, {"complete": lambda prompt: f"{prompt}!"}).configured(
        redact=["secret", "reply", "again"]
    )
    values = {"text": "a", "secret": "canary"}
    with TraceWriter(tmp_path / "t.jsonl", {}) as writer:
        runner.run(values, on_record=writer)
    assert "canary" not in (tmp_path / "t.jsonl").read_text(encoding="utf-8")
    calls = [record["calls"][0] for record in read_trace(tmp_path / "t.jsonl").records]
    hidden = ("[redacted]", "[redacted]")
    assert [(call["sent"], call["answer"]) for call in calls] == [hidden, hidden, ("a", "a!")]


def test_what_is_cut_says_how_long_it_was(tmp_path: Path) -> None:
    runner = Runner(FLOW.definition, {}).configured(cap=10)
    with TraceWriter(tmp_path / "t.jsonl", {}) as writer:
        runner.run(VALUES, on_record=writer)
    lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(line.get("value"), line.get("cut")) for line in lines[1:3]] == [("a bb xxxxx", 5_005), ("canary", None)]
    record = read_trace(tmp_path / "t.jsonl").records[0]
    assert (record["output"], record["cut"]) == ('["a","bb",', len(json.dumps(["a", "bb", BIG], separators=(",", ":"))))
