"""`chaindsl map`: a line for each input, whatever happens; killed and started again it asks no model twice."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from chaindsl.cli.main import guarded

ROOT = Path(__file__).parents[2]

FLOW = """
import os
from chaindsl import Budget, Complete, chain, step

@step(writes="a")
def one(n: int, *, complete: Complete) -> str:
    return complete(f"one {n}")

@step(writes="b")
def two(a: str, n: int, *, complete: Complete) -> str:
    return complete(f"two {n}")

@step(writes="c", max_attempts=1)
def three(b: str, n: int) -> str:
    if n == 7:
        raise ValueError("no")
    return b.upper()

def model(prompt):
    file = os.open("asked", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(file, f"{prompt}\\\\n".encode())
    os.close(file)
    return prompt

TOOLS = {"complete": model}
three_steps = chain("three_steps", one, two, three, inputs={"n": int}, outputs=["c"], budget=Budget(calls=2))
""".replace("\\\\n", "\\n")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("flows.py").write_text(FLOW, encoding="utf-8")
    return tmp_path


def given(count: int) -> None:
    Path("in.jsonl").write_text("".join(f'{{"n": {number}}}\n' for number in range(count)), encoding="utf-8")


def results() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path("out.jsonl").read_text(encoding="utf-8").splitlines()]


def mapped(*more: str) -> int:
    return guarded(["map", "flows.py:three_steps", "in.jsonl", "-o", "out.jsonl", *more])


def test_a_line_for_each_input_and_a_sum(capsys: pytest.CaptureFixture[str]) -> None:
    given(10)
    assert mapped() == 1
    found = results()
    assert [(one["index"], one["status"]) for one in found] == [
        (number, "failed" if number == 7 else "completed") for number in range(10)
    ]
    assert (found[3]["outputs"], found[3]["calls"]) == ({"c": "TWO 3"}, 2)
    assert (found[7]["error"]["code"], found[7]["error"]["message"]) == (
        "step-failed",
        "step three failed after 1 attempt: ValueError: no",
    )
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[:5] for line in said[1:4]] == [
        ["one", "10", "0", "0", "10"],
        ["three", "10", "1", "0", "0"],
        ["two", "10", "0", "0", "10"],
    ]
    assert said[5].startswith("10 inputs done, 1 failed; 20 calls, 0 tokens;")
    assert mapped() == 1
    assert results() == found


def test_a_budget_stops_it_and_more_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    given(6)
    assert mapped("--calls", "7", "--workers", "1") == 1
    assert "stopped: the budget of the batch is used up" in capsys.readouterr().err
    assert [one["index"] for one in results()] == [0, 1, 2]
    assert mapped() == 0
    assert [one["index"] for one in results()] == list(range(6))
    assert Counter(Path("asked").read_text(encoding="utf-8").split("\n")).most_common(1)[0][1] == 1


def test_a_torn_line_is_done_again() -> None:
    given(4)
    mapped()
    whole = results()
    data = Path("out.jsonl").read_bytes()
    for cut in range(1, 40):
        Path("out.jsonl").write_bytes(data[:-cut])
        assert mapped() == 0
        assert [one["outputs"] for one in results()] == [one["outputs"] for one in whole]


@pytest.mark.parametrize(
    ("inputs", "output", "said"),
    [
        (None, "", "in.jsonl: No such file"),
        ('{"n": 1}\n{"n": \n', "", "in.jsonl:2: this is no JSON"),
        ("[1]\n", "", "in.jsonl:1: not an object"),
        ('{"n": 1}\n', "hello\n", "out.jsonl:1 is no result of a batch"),
        ('{"n": 1}\n', '{"index":4,"calls":0,"tokens":0,"status":"failed"}\n', "is the result of another line"),
    ],
)
def test_what_can_not_be_read_is_one_line(
    inputs: str | None, output: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if inputs is not None:
        Path("in.jsonl").write_text(inputs, encoding="utf-8")
    Path("out.jsonl").write_text(output, encoding="utf-8")
    assert mapped() == 2
    assert said in capsys.readouterr().err


def test_killed_and_started_again_every_input_is_there_once() -> None:
    # `make soak` does the same with ten thousand inputs. In a process of its own: the model there is a server.
    inputs, kills = 200, 3
    command = [sys.executable, "-m", "tests.cli.soak", str(inputs), str(kills), "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    said = re.fullmatch(rf"Outcome\(inputs={inputs}, kills={kills}, asked=(\d+), again=(\d+)\)\n", done.stdout)
    assert said is not None
    assert int(said[1]) == 3 * inputs + int(said[2])
