"""`--prices` beside `--model`: what calls cost, in whatever command runs models."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from tests.models.server import USAGE, Server, chat, serving

ASKING = '''"""A flow of one question."""
from chaindsl import Complete, Text, chain, step


@step(writes="answer")
def ask(question: Text, *, complete: Complete) -> Text:
    return complete(question)


asking = chain("asking", ask, inputs={"question": Text}, outputs=["answer"])
'''
PRICES = "[models.tiny]\ninput = 100_000\noutput = 200_000\n"
COST = (USAGE["prompt_tokens"] * 1 + USAGE["completion_tokens"] * 2) / 10


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as plan:
        plan.replies = [chat("ok")]
        yield plan


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CHAINDSL_PRICES", raising=False)
    (tmp_path / "asking_flow.py").write_text(ASKING)
    (tmp_path / "prices.toml").write_text(PRICES)
    (tmp_path / "inputs.jsonl").write_text('{"question": "why?"}\n')
    return tmp_path


def ran(*arguments: str) -> None:
    assert guarded(list(arguments)) == 0


def costs_of(trace: str) -> list[float | None]:
    rows = [json.loads(line) for line in trace.splitlines()]
    return [call["cost"] for row in rows for call in row.get("calls") or ()]


def test_a_run_knows_its_prices(server: Server, folder: Path) -> None:
    model = ("--model", f"{server.url}/v1#tiny")
    ran("run", "asking_flow.py:asking", "question=why?", *model, "--trace", "a.jsonl", "--prices", "prices.toml")
    ran("run", "asking_flow.py:asking", "question=why?", *model, "--trace", "b.jsonl")
    assert costs_of((folder / "a.jsonl").read_text()) == [pytest.approx(COST)]
    assert costs_of((folder / "b.jsonl").read_text()) == [None]


def test_the_flag_comes_before_the_environment(server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHAINDSL_PRICES", "nowhere.toml")
    model = ("--model", f"{server.url}/v1#tiny")
    ran("run", "asking_flow.py:asking", "question=why?", *model, "--trace", "a.jsonl", "--prices", "prices.toml")
    assert costs_of((folder / "a.jsonl").read_text()) == [pytest.approx(COST)]


COMMANDS = {
    "run": ("run", "asking_flow.py:asking", "question=why?"),
    "map": ("map", "asking_flow.py:asking", "inputs.jsonl", "-o", "results.jsonl"),
    "runs start": ("runs", "start", "asking_flow.py:asking", "question=why?"),
}


@pytest.mark.parametrize("command", list(COMMANDS.values()), ids=list(COMMANDS))
def test_prices_that_are_wrong_are_refused_before_anything_runs(
    server: Server, folder: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    (folder / "prices.toml").write_text("[models.tiny]\ninput = -1\noutput = 2\n")
    assert guarded([*command, "--model", f"{server.url}/v1#tiny", "--prices", "prices.toml"]) == 2
    assert "models.tiny.input is -1, not a number of 0 or more" in capsys.readouterr().err
    assert server.seen == []


@pytest.mark.parametrize("words", ["run", "map", "serve", "replay", "fork", "runs start", "runs submit"])
def test_every_command_with_a_model_has_prices(capsys: pytest.CaptureFixture[str], words: str) -> None:
    ran(*words.split(), "--help")
    shown = capsys.readouterr().out
    assert "--model SPEC" in shown
    assert "--prices FILE.toml" in shown
