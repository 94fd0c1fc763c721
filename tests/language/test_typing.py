"""Decorators are identity for type checkers, and mistakes are errors."""

import subprocess
import sys
from pathlib import Path

import pytest

GOOD = """
from typing import Annotated, Literal

from chaindsl import (AsyncComplete, Budget, Command, CommandResult, Complete, Feedback, Flow, FromActor, Len, State,
                      Text, branch, chain, cli, parallel, passes, prompt, renamed, repeat, step, transition, workflow)

ASK = prompt("ask", version="1", text="{question}")


@step(writes="answer", prompt=ASK, max_attempts=3)
def ask(question: Text, *, complete: Complete) -> Text:
    return complete(ASK.format(question=question))


@step(writes="route", parse=Literal["a", "b"], fallback="a")
def route(question: Text, *, complete: AsyncComplete) -> str:
    return str(question)


@step(writes="slow", parse=int)
async def slow(question: Text, *, complete: AsyncComplete, feedback: Feedback) -> str:
    return await complete(question)


@transition(source="start", target="end", actor="deterministic", when="x > 1")
def go(x: int) -> Command[CommandResult]:
    return cli("true")


@transition(source=("end", "start"))
def choose(x: int, why: FromActor[Text]) -> Literal["end", "start"]:
    return "end"


inner = chain("inner", ask, inputs={"question": Text})
flow: Flow = chain(
    "flow", inner, branch("route", {"a": ask, "b": [ask, inner]}, otherwise=None), parallel(ask, slow),
    repeat(ask, until="done", limit=2), renamed(ask, name="again", reads={"question": "answer"}),
    inputs={"question": Text}, outputs=["answer"], budget=Budget(calls=3),
)


@transition(source="start", target="end", runs=inner)
def run_inner(question: Text) -> None: ...


def fake(prompt: str, /) -> str:
    return prompt


reveal: str = ask("q", complete=fake)
size: Annotated[list[str], Len(1, 2)] = ["a"]
result = flow.run({"question": "q"}, complete=fake)
text: str = result.get("answer", str)
machine = workflow("machine", go, choose, initial="start", final=["end"], states=[State("start", goal="x")],
                   always=[passes("go", before="end")])
"""

BAD = """
from typing import Literal

from chaindsl import step, transition


@step(writes="x", parse=Literal["a"])
def number(question: str) -> int:
    return 1


@step(write="x")
def typo(question: str) -> int:
    return 1


@step(writes="x", max_attempts="3")
def wrong(question: str) -> int:
    return 1


@transition(source="a", actor="robot")
def robot() -> Literal["a"]:
    return "a"


@step(writes="x")
def fine(question: str) -> int:
    return 1


fine(3)
"""


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).parents[2]
    return subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, check=False, cwd=root, timeout=300
    )


@pytest.mark.slow
def test_mypy_strict_accepts_every_form_and_refuses_mistakes(tmp_path: Path) -> None:
    # One run for both: most of what it does is to read the language itself.
    files = {"good.py": GOOD, "bad.py": BAD}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    options = ("--strict", "--no-incremental", "--hide-error-context", "--no-pretty")
    done = _run("mypy", *options, *(str(tmp_path / name) for name in files))
    errors = [line.split(":")[:2] for line in done.stdout.splitlines() if ": error:" in line]
    found = {(Path(file).name, line) for file, line in errors}
    assert found == {("bad.py", line) for line in ("7", "12", "17", "22", "32")}, done.stdout
    assert "checked 2 source files" in done.stdout


@pytest.mark.slow
def test_pyright_strict_accepts_every_form(tmp_path: Path) -> None:
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "reportPrivateUsage": false}')
    (tmp_path / "flow.py").write_text(GOOD)
    done = _run("pyright", "--pythonpath", sys.executable, "--project", str(tmp_path), str(tmp_path / "flow.py"))
    assert done.returncode == 0, done.stdout
