"""`chaindsl testcase --branches`: the tests it writes pass, are laid out, and are the same each time."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.cli.loading import load_module, load_yaml
from chaindsl.cli.main import guarded
from chaindsl.cli.target import Target
from chaindsl.language.flow import Flow
from chaindsl.review.ways.ruled_out import ruled_out
from chaindsl.testing.branches.cover import cover
from chaindsl.testing.branches.written import written

ROOT = Path(__file__).parents[2]
UNCHECKABLE = {"addresses.py", "reviews.py"}
"""Flows that can't be run with Python 3.11, whose `TypedDict` pydantic does not take."""
FILES = [path for folder in ("examples", "tests/clean") for path in sorted((ROOT / folder).glob("*.py"))]
LOOKED = 60
MAIN = "import sys; from chaindsl.cli.main import main; sys.exit(main())"


def flows(module: ModuleType) -> list[Flow]:
    found = {id(thing): thing for thing in vars(module).values() if isinstance(thing, Flow)}
    return list(found.values())


@pytest.mark.parametrize("path", [path for path in FILES if path.name not in UNCHECKABLE], ids=lambda path: path.stem)
def test_what_is_written_for_every_flow_passes(path: Path) -> None:
    for flow in flows(load_module(str(path))):
        found = cover(flow, ruled_out(FlowFacts(flow.graph)), LOOKED)
        text = written(found, "flow", "")
        names: dict[str, Any] = {"flow": flow}
        exec(compile(text, "generated", "exec"), names)
        tests = [name for name in names if name.startswith("test_")]
        assert len(tests) == len(found.tests) > 0
        for name in tests:
            names[name]()


@pytest.mark.parametrize("name", ["support", "desk"])
def test_a_whole_file(
    name: str,
    golden: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    assert guarded(["testcase", "--branches", f"examples/{name}.py:{name}"]) == 0
    golden(f"testcase/{name}.py", capsys.readouterr().out)


def test_a_workflow_of_yaml_is_loaded_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = ROOT / "examples" / "yaml" / "expense.yaml"
    assert guarded(["testcase", "--branches", f"{source}:expense", "-o", "test_expense.py"]) == 0
    text = (tmp_path / "test_expense.py").read_text(encoding="utf-8")
    assert 'expense = load_flow(Target(str(FILE), "expense"))[1]' in text
    names: dict[str, Any] = {"__file__": str(tmp_path / "test_expense.py")}
    exec(compile(text, "generated", "exec"), names)
    tests = [name for name in names if name.startswith("test_")]
    assert len(tests) == 4
    for name in tests:
        names[name]()
    assert load_yaml(Target(str(source), "expense"))[1].name == "expense"


def test_a_new_flow_gets_tests_that_pass_every_check_and_are_the_same_each_time(tmp_path: Path) -> None:
    def ran(*command: str, seed: str = "0") -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            command, cwd=tmp_path / "desk_work", env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (tmp_path / "desk_work").mkdir()
    ran(sys.executable, "-c", MAIN, "new", "desk_work", "--pattern", "reflect", "--folder", ".")
    asked = ("testcase", "--branches", "desk_work.py:desk_work")
    ran(sys.executable, "-c", MAIN, *asked, "-o", "test_branches.py")
    text = (tmp_path / "desk_work" / "test_branches.py").read_text(encoding="utf-8")
    assert ran(sys.executable, "-c", MAIN, *asked, seed="7") == text
    assert "6 passed" in ran(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_branches.py")
    ran(sys.executable, "-m", "ruff", "check", "--no-cache", ".")
    ran(sys.executable, "-m", "ruff", "format", "--no-cache", "--check", ".")


OPAQUE = """
from chaindsl import transition, workflow

def lucky(text: str) -> bool:
    return sum(map(ord, text)) % 99991 == 12345

@transition(source="start", target="won", actor="deterministic", when=lucky)
def win() -> None: ...

@transition(source="start", target="lost", actor="deterministic")
def lose() -> None: ...

game = workflow("game", win, lose, initial="start", final=["won", "lost"], inputs={"text": str})
"""


def test_what_no_stub_can_reach_is_listed_with_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gaming.py").write_text(OPAQUE, encoding="utf-8")
    assert guarded(["testcase", "--branches", "gaming.py:game"]) == 0
    text = capsys.readouterr().out
    assert "Not taken here:\n\n- win: start -> won: lucky is code, and no value that was tried leads there.\n" in text
    assert text.count("def test_") == 1


ODD = """
from chaindsl import chain, step

class Handle:
    pass

@step(writes="told")
def tell(text: str) -> str:
    print("telling", text)
    return text

@step(writes="used")
def use(handle: Handle) -> int:
    return 1

plain = chain("plain", tell, inputs={"text": str})
odd = chain("odd", use, inputs={"handle": Handle})
"""


def test_what_code_prints_is_no_part_of_the_file_and_inputs_without_values_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("oddities.py").write_text(ODD, encoding="utf-8")
    assert guarded(["testcase", "--branches", "oddities.py:plain"]) == 0
    told = capsys.readouterr()
    assert "telling" not in told.out
    assert "telling <text>" in told.err
    assert "def test_plain_to_its_end() -> None:" in told.out
    assert guarded(["testcase", "--branches", "oddities.py:odd"]) == 2
    assert (
        "no run of odd could be tried: no values that it takes could be made up for handle" in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--branches", "flow.py:x", "then.jsonl"], "--branches takes no trace, no step, no --flow and no --item"),
        (["then.jsonl"], "give TRACE.jsonl, STEP and --flow FILE:FLOW; or --branches FILE:FLOW"),
    ],
)
def test_the_two_forms_do_not_mix(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["testcase", *arguments]) == 2
    assert said in capsys.readouterr().err
