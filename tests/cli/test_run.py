"""`chaindsl run`: what it prints where, how it ends, and one clear line for every mistake."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from chaindsl.trace.jsonl import read_trace
from tests.cli.pseudo_terminal import on_terminal

FLOWS = """
import os, subprocess, sys
from typing import Literal
from chaindsl import Budget, Command, Complete, FromActor, State, Text, chain, cli, prompt, step, transition, workflow

ASK = prompt("ask", version="1", text="{question}")

@step(writes="answer", prompt=ASK, max_attempts=2, backoff=0)
def ask(question: Text, *, complete: Complete) -> Text:
    return complete(ASK.format(question=question))

@step(writes="shouted")
def shout(answer: str, times: int = 1) -> str:
    print("printed by a step")
    os.system("echo printed by a program")
    return answer.upper() + "!" * times

@step(writes="stored", max_attempts=1)
def store(shouted: str, *, shelf: list) -> int:
    return len(shelf)

@step(writes="label", prompt=ASK, parse=Literal["yes", "no"], fallback="no", backoff=0)
def judge(question: Text, *, complete: Complete) -> str:
    return complete(ASK.format(question=question))

@transition(source="waiting", target="told", actor="human", writes="told", title="Tell it")
def tell(answer: Text, word: FromActor[Text]) -> str:
    return word

@transition(source="start", target="waiting", actor="deterministic", writes="answer")
def begin(question: Text) -> Command[str]:
    return cli(sys.executable, "-c", question, timeout=60).text()

loud = chain("loud", ask, shout, inputs={"question": Text, "times": int}, budget=Budget(calls=2))
kept = chain("kept", ask, shout, store, inputs={"question": Text})
judged = chain("judged", judge, inputs={"question": Text})
telling = workflow("telling", begin, tell, initial="start", final=["told"], inputs={"question": Text},
                   states=[State("waiting", goal="Tell them.", guidance="Be kind.")])

def model(prompt):
    return f"said {prompt}"

def half(prompt):
    return "half \\ud83d"

def silent(prompt):
    return " "

def broken(prompt):
    raise ConnectionError("no line")

def ending(prompt):
    sys.exit(0)

def interrupting(prompt):
    raise KeyboardInterrupt

TOOLS = {"shelf": [1, 2]}
"""
NO_NUMBER = "Input should be a valid integer, unable to parse string as an integer"
TIME = re.compile(r"\d+\.\d+")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with the flows."""
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "flows.py").write_text(FLOWS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ran(capfd: pytest.CaptureFixture[str]) -> "Ran":
    return Ran(capfd)


class Ran:
    """Runs the command in this process; times are written as `T`."""

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self._capfd = capfd

    def __call__(self, *arguments: str) -> tuple[int, list[str], list[str]]:
        self._capfd.readouterr()
        status = guarded(["run", *arguments])
        out, err = self._capfd.readouterr()
        assert "Traceback" not in out + err
        return status, lines(out), lines(err)


def lines(text: str) -> list[str]:
    return [line if line.startswith("{") else TIME.sub("T", line) for line in text.splitlines()]


def test_a_run_that_ends_shows_its_trace_and_its_outputs(ran: Ran) -> None:
    status, out, err = ran("flows.py:loud", "--model", "flows:model", "question=hi", "times=2")
    assert (status, out) == (
        0,
        [
            "printed by a step",
            "printed by a program",
            "step   attempt  outcome  wrote                calls  tokens  seconds",
            "ask    1        ok       answer = said hi     1              T",
            "shout  1        ok       shouted = SAID HI!!                 T",
            "",
            "loud: completed (end of chain); T s, 1 call",
            "",
            "shouted:",
            "  SAID HI!!",
        ],
    )
    assert err == ["loud: ask: ok; answer = said hi", "loud: shout: ok; shouted = SAID HI!!"]


def test_a_run_that_waits_says_what_for_and_ends_well(ran: Ran) -> None:
    status, out, err = ran("flows.py:telling", "question=print('é')")
    assert (status, out) == (
        0,
        [
            "step             attempt  outcome          wrote       calls  tokens  seconds",
            "begin → waiting  1        ok, exit code 0  answer = é                 T",
            "",
            "telling: waiting in state waiting (decision); T s",
            "",
            "values so far:",
            '''  question = "print('é')"''',
            '  answer = "é\\n"',
            "",
            "goal: Tell them.",
            "guidance: Be kind.",
            "  human: tell – Tell it; tell it word (string)",
        ],
    )
    assert err == ["telling: begin → waiting: ok, exit code 0; answer = é"]


def test_a_run_that_fails_leaves_what_it_did_and_where_to_go_on(ran: Ran) -> None:
    status, out, err = ran("flows.py:loud", "--model", "flows:silent", "question=hi", "times=2")
    rejected = "rejected: String should have at least 1 character"
    place, go_on = f"({Path.cwd()}/flows.py:8)", "Retry the run to go on at this step"
    assert (status, out) == (
        1,
        [
            f"step  attempt  {'outcome':{len(rejected)}}  wrote  calls  tokens  seconds",
            f"ask   1        {rejected}         1              T",
            f"ask   2        {rejected}         1              T",
            "",
            "loud: failed (failure); T s, 2 calls",
            "",
            "attempts of ask:",
            '  1: String should have at least 1 character; it was " "',
            '  2: String should have at least 1 character; it was " "',
            "",
            "values so far:",
            '  question = "hi"',
            "  times = 2",
            "",
            "  go on: retry – Try again from where it stopped",
        ],
    )
    assert err == [
        f"loud: ask: {rejected}",
        f"loud: ask: {rejected}",
        f"error: step-failed: step ask failed after 2 attempts: {rejected[10:]} {place}. {go_on}",
    ]


def test_what_a_failed_command_printed_is_shown(ran: Ran) -> None:
    status, out, _ = ran("flows.py:telling", "question=print('one\\ntwo'); raise SystemExit(3)")
    assert (status, out[3]) == (1, "telling: failed in state start (failure); T s")
    assert out[5] == "attempts of begin:"
    assert out[6].endswith("exited with 3: two")
    assert out[8:11] == ["the end of what begin printed:", "  one", "  two"]
    assert out[-1] == "  go on: begin – Try again: begin"


def test_a_step_that_raises_is_told_with_every_attempt(ran: Ran) -> None:
    status, out, _ = ran("flows.py:loud", "--model", "flows:broken", "question=hi", "times=2")
    assert status == 1
    assert out[6:9] == ["attempts of ask:", "  1: ConnectionError: no line", "  2: ConnectionError: no line"]


def test_a_fallback_is_no_failure(ran: Ran) -> None:
    status, out, _ = ran("flows.py:judged", "--model", "flows:model", "question=hi")
    assert (status, out[-2:]) == (0, ["label:", "  no"])
    assert "fallback: expected one of: no, yes; got 'said hi'" in out[2]


def ended(file: str) -> tuple[object, ...]:
    """How a trace ends: status, why it stopped, the state, and the error's code."""
    end = read_trace(file).end
    assert end
    return end["status"], end["stopped"], end["state"], end["error"] and end["error"]["code"]


@pytest.mark.parametrize(("model", "status"), [("ending", 1), ("interrupting", 130)])
def test_a_run_that_is_broken_off_shows_what_was_done(ran: Ran, model: str, status: int) -> None:
    found, out, err = ran("flows.py:loud", "--trace", "t.jsonl", "--model", f"flows:{model}", "question=hi", "times=2")
    assert (found, len(err)) == (status, 1)
    assert out[3] == "loud: cancelled (cancelled); T s, 1 call"
    assert ended("t.jsonl") == ("cancelled", "cancelled", None, None)
    found, out, _ = ran("flows.py:loud", "--json", "--model", f"flows:{model}", "question=hi", "times=2")
    assert (found, json.loads(out[0])["status"]) == (status, "cancelled")


def test_over_budget_is_a_failed_run(ran: Ran, folder: Path) -> None:
    (folder / "flows.py").write_text(FLOWS.replace("Budget(calls=2)", "Budget(calls=0)"))
    status, out, err = ran("flows.py:loud", "--model", "flows:model", "question=hi", "times=2")
    assert (status, out[3]) == (1, "loud: over_budget (budget); T s")
    assert err[-1].startswith("error: over-budget: ")


def test_json_is_one_object_and_nothing_else(ran: Ran) -> None:
    status, out, err = ran("flows.py:loud", "--json", "--model", "flows:model", "question=hi", "times=2")
    assert (status, len(out)) == (0, 1)
    data = json.loads(out[0])
    assert {key: data[key] for key in ("flow", "status", "stopped", "state", "links", "outputs", "error")} == {
        "flow": "loud",
        "status": "completed",
        "stopped": "end of chain",
        "state": None,
        "links": [],
        "outputs": {"shouted": "SAID HI!!"},
        "error": None,
    }
    assert data["values"] == {"question": "hi", "times": 2, "answer": "said hi", "shouted": "SAID HI!!"}
    assert [(record["path"], record["ok"], len(record["calls"])) for record in data["trace"]] == [
        ("loud/ask", True, 1),
        ("loud/shout", True, 0),
    ]
    assert (data["spent"]["calls"], "printed by a step" in err, "printed by a program" in err) == (1, True, True)


def test_json_tells_of_a_failure_and_of_a_wait(ran: Ran) -> None:
    status, out, err = ran("flows.py:kept", "--json", "--model", "flows:silent", "question=hi")
    data = json.loads(out[0])
    assert (status, data["status"], len(data["trace"]), len(err)) == (1, "failed", 2, 2)
    assert (data["error"]["code"], data["error"]["subject"]) == ("step-failed", "ask")
    assert [link["recovery"] for link in data["links"]] == [True]
    status, out, _ = ran("flows.py:telling", "--json", "question=print(1)")
    data = json.loads(out[0])
    assert (status, data["status"], data["state"], data["goal"]) == (0, "waiting", "waiting", "Tell them.")
    assert [(link["transition"], link["schema"]["required"]) for link in data["links"]] == [("tell", ["word"])]


def test_tools_come_from_the_file_unless_given(ran: Ran, folder: Path) -> None:
    (folder / "given.py").write_text("SHELF = [1]\ndef answer(prompt): return 'given'")
    status, out, _ = ran("flows.py:kept", "--model", "flows:model", "question=hi")
    assert (status, out[-1]) == (0, "  2")
    tools = ["--tool", "shelf=given:SHELF", "--tool", "complete=given:answer"]
    status, out, _ = ran("flows.py:kept", *tools, "question=hi")
    assert (status, out[-1]) == (0, "  1")


def test_inputs_come_from_a_file_with_pairs_on_top(ran: Ran, folder: Path) -> None:
    (folder / "input.json").write_text('{"question": "from the file", "times": 1}')
    status, out, _ = ran("flows.py:loud", "--input", "input.json", "--model", "flows:model", "times=3")
    assert (status, out[-1]) == (0, "  SAID FROM THE FILE!!!")


def test_the_trace_is_written_as_it_is_made_also_of_a_run_that_fails(ran: Ran) -> None:
    status, _, _ = ran("flows.py:loud", "--trace", "t.jsonl", "--model", "flows:silent", "question=é", "times=2")
    trace = read_trace("t.jsonl")
    assert (status, trace.head["flow"], trace.torn) == (1, "loud", False)
    assert [(record["path"], record["attempt"]) for record in trace.records] == [("loud/ask", 1), ("loud/ask", 2)]
    assert trace.records[0]["reads"] == {"question": "é"}
    assert ended("t.jsonl") == ("failed", "failure", None, "step-failed")
    assert trace.end
    assert trace.end["spent"]["calls"] == 2


@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_what_no_encoding_can_say_does_no_harm(ran: Ran, flag: list[str]) -> None:
    arguments = ["flows.py:loud", "--trace", "t.jsonl", "--model", "flows:half", "question=hi", "times=1"]
    status, out, _ = ran(*arguments, *flag)
    assert status == 1
    assert len(read_trace("t.jsonl").records) == 2
    assert not flag or json.loads(out[0])["status"] == "failed"


MEND = "Mend it there; what the file needs must be installed in this environment"
NAME = "Is its name right, relative to this folder?"
USAGE = {
    "no file": (["flow.py:loud"], ["no-such-file: 'flow.py': there is no such file. Name a flow as in flows.py:qa"]),
    "no flow": (["flows.py:laud"], ["no-such-flow: flows.py has no flow 'laud'. Did you mean loud?"]),
    "which flow": (
        ["flows.py"],
        ["which-flow: flows.py has several flows: loud, kept, judged, telling. Say which, as in flows.py:loud"],
    ),
    "syntax": (
        ["bad.py:x"],
        [f"import-failed: bad.py can't be imported: SyntaxError: '(' was never closed (bad.py:1). {MEND}"],
    ),
    "raises": (
        ["raising.py:x"],
        [f"import-failed: raising.py can't be imported: KeyError: 'no' (raising.py:2). {MEND}"],
    ),
    "definition": (
        ["wrong.py:x"],
        ["empty-flow: x: a chain has at least one part ({folder}/wrong.py:2)"],
    ),
    "missing and wrong inputs, all at once": (
        ["flows.py:loud", "--model", "flows:model", "times=x", "time=1"],
        [
            f"wrong-input: times does not fit: {NO_NUMBER}; what is not text is given as JSON",
            "unknown-input: no input is called time. Did you mean times?",
            "missing-input: loud needs question. Give it as question=…, or in a file with --input",
        ],
    ),
    "no model": (
        ["flows.py:loud", "question=hi", "times=1"],
        ["missing-tool: loud asks a model (complete). Give --model local, or --tool complete=module:name"],
    ),
    "unknown tools, all at once": (
        ["flows.py:kept", "question=hi", "--tool", "shef=flows:TOOLS", "--tool", "shelf=flows:TOLS"],
        [
            "unknown-tool: the flow has no tool 'shef'. Did you mean shelf?",
            "no-such-name: --tool shelf=flows:TOLS: flows has no TOLS. Did you mean TOOLS?",
            "missing-tool: kept asks a model (complete). Give --model local, or --tool complete=module:name",
        ],
    ),
    "a folder": (["shelves"], ["no-such-file: 'shelves': a folder, not a file. Name a flow as in flows.py:qa"]),
    "a model and a tool, all at once": (
        ["flows.py:kept", "question=hi", "--model", "openai:", "--tool", "shelf=flows:TOLS"],
        [
            "no-such-name: --tool shelf=flows:TOLS: flows has no TOLS. Did you mean TOOLS?",
            "unknown-model: 'openai:' has no model's name. Say openai:MODEL",
        ],
    ),
    "no input file": (
        ["flows.py:loud", "--input", "no.json"],
        [f"no-such-file: --input no.json: No such file or directory. {NAME}"],
    ),
    "no trace file": (
        ["flows.py:loud", "--trace", "no/t.jsonl", "--model", "flows:model", "question=hi", "times=1"],
        [f"no-such-file: --trace no/t.jsonl: No such file or directory. {NAME}"],
    ),
    "no such option": (
        ["flows.py:loud", "--modle", "x"],
        [
            (
                "usage: No such option '--modle'. (Did you mean one of: '--live', '--model', '--tool'?) "
                "See chaindsl run --help"
            )
        ],
    ),
    "nothing": ([], ["usage: Missing argument 'FILE:FLOW'. See chaindsl run --help"]),
}


@pytest.mark.parametrize("name", USAGE)
@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_a_mistake_is_one_clear_line(ran: Ran, folder: Path, name: str, flag: list[str]) -> None:
    (folder / "shelves").mkdir()
    (folder / "bad.py").write_text("x = (")
    (folder / "raising.py").write_text("def x(): raise\n{}['no']")
    (folder / "wrong.py").write_text("from chaindsl import chain\nx = chain('x')")
    arguments, said = USAGE[name]
    status, out, err = ran(*arguments, *flag)
    assert (status, out) == (2, [])
    assert sorted(err) == sorted(f"error: {line}".replace("{folder}", str(folder)) for line in said)


def test_an_undecodable_file_is_one_line(ran: Ran, folder: Path) -> None:
    (folder / "odd.py").write_bytes(b"x = '\xff'")
    status, _, err = ran("odd.py:x")
    assert (status, len(err)) == (2, 1)
    assert err[0].startswith(
        "error: import-failed: odd.py can't be imported: SyntaxError: (unicode error) 'utf-8' codec"
    )


def test_a_model_of_no_kind_is_one_line(ran: Ran) -> None:
    status, _, err = ran("flows.py:loud", "--model", "lokal", "question=hi", "times=1")
    assert (status, len(err)) == (2, 1)
    assert err[0].startswith("error: unknown-model: ")


def test_a_file_of_the_users_takes_nobodys_place(ran: Ran, folder: Path) -> None:
    for name in ("analyzer", "queue", "rich", "json"):
        (folder / f"{name}.py").write_text("raise SystemExit('imported')")
    status, _, _ = ran("flows.py:loud", "--model", "flows:model", "question=hi", "times=1")
    assert status == 0


def test_rich_is_loaded_for_terminals_only(folder: Path) -> None:
    script = "import sys; from chaindsl.cli.main import guarded; guarded(sys.argv[1:]); print('rich' in sys.modules)"
    command = [sys.executable, "-c", script, "run", "flows.py:judged", "--model", "flows:model", "question=hi"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_on_a_terminal_the_table_is_drawn(folder: Path) -> None:
    status, printed = on_terminal("run", "flows.py:judged", "--model", "flows:model", "question=hi")
    assert status == 0
    assert "────" in printed
    assert "judged: completed (end of chain)" in printed
