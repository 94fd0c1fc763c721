"""`chaindsl cost` prints its arithmetic without importing what it is about."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded

FLOWS = """
import a_package_that_is_not_there
from chaindsl import Budget, Complete, State, branch, chain, repeat, step, transition, workflow

raise SystemExit("imported")

@step(writes="topic", timeout=10)
def classify(question: str, *, complete: Complete) -> str: ...

@step(writes="notes", each="pages", limit=6, workers=3)
def note(page: str, *, complete: Complete) -> str: ...

@step(writes="draft")
def draft(notes: list[str], *, complete: Complete) -> str: ...

@step(writes="good")
def judge(draft: str, *, complete: Complete) -> bool: ...

@step(writes="draft")
def shrug(question: str) -> str: ...

answer = chain(
    "answer", classify,
    branch("topic", {"facts": [note, repeat(draft, judge, until="good", limit=3)]}, otherwise=[shrug]),
    inputs={"question": str, "pages": list[str]}, outputs=["draft"], budget=Budget(calls=20),
)

@transition(source="new", target="checked", actor="deterministic", writes="score", timeout=5)
def check(order: str, *, complete: Complete) -> float: ...

@transition(source="checked", target="paid", actor="deterministic", when="score > 0.5")
def pay() -> None: ...

@transition(source="checked", target="paid", actor="human")
def allow() -> None: ...

@transition(source="checked", target="refused", actor="agent")
def refuse() -> None: ...

orders = workflow("orders", check, pay, allow, refuse, initial="new", final=["paid", "refused"], inputs={"order": str})
"""
RATES = """
currency = "EUR"
[defaults]
success = 0.9
seconds = [0.5, 1, 4]
input_tokens = 400
output_tokens = 50
model = "m"
[steps.judge]
noticed = 0.5
[models.m]
input = 1
output = 2
[routes.topic]
facts = 3
otherwise = 1
[transitions.allow]
weight = 3
[decision]
input_tokens = 600
output_tokens = 40
seconds = 1.5
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "flows.py").write_text(FLOWS)
    (tmp_path / "rates.toml").write_text(RATES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("flow", ["answer", "orders"])
@pytest.mark.parametrize("rates", [(), ("--rates", "rates.toml")])
def test_the_whole_text(
    flow: str, rates: tuple[str, ...], capfd: pytest.CaptureFixture[str], golden: Callable[[str, str], None]
) -> None:
    assert guarded(["cost", f"flows.py:{flow}", *rates]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    golden(f"cost/{flow}{'-rates' if rates else ''}.txt", out)


def test_json_holds_everything(capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["cost", "flows.py:answer", "--success", "0.9", "--json"]) == 0
    data = json.loads(capfd.readouterr().out)
    assert data["version"] == 1
    assert (data["flow"], data["kind"], data["all_paths"]) == ("answer", "chain", True)
    assert data["run"]["calls"]["most"] == 20
    assert data["most_calls"] == {
        "most": 26,
        "sum": "classify 1×2 + note 1×2×6 + 3 × (draft 1×2 + judge 1×2) = 26",
        "reason": None,
    }
    assert [path["path"] for path in data["paths"]][-1] == "classify → [otherwise] shrug"
    assert data["steps"][0]["measured"] is None
    assert data["reliability"]["assumption"] == "attempts and steps fail independently of each other"
    assert data["saved"] is None


def test_few_paths_are_shown(capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["cost", "flows.py:answer", "--paths", "1"]) == 0
    assert "… and 4 more paths (--paths 5 shows all)\n" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["flows.py:none"], "error: no-such-flow: flows.py has no flow 'none'. There is answer, orders"),
        (
            ["flows.py:answer", "--rates", "no.toml"],
            "error: rates-unreadable: no.toml can't be read: No such file or directory",
        ),
        (["flows.py:answer", "--traces", "."], "error: no-traces: '.' holds no file whose name ends with .jsonl."),
        (["flows.py:answer", "--success", "2"], "error: usage: Invalid value for '--success'"),
    ],
)
def test_what_goes_wrong_is_one_line(capfd: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert guarded(["cost", *arguments]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(message)
