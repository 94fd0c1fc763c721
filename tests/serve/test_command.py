"""`chaindsl serve` when it can't begin: a line on standard error, status 2, and nothing on standard output."""

import subprocess
import sys
from pathlib import Path

import pytest

from chaindsl.cli.serve import bound
from chaindsl.cli.store_address import store_address
from chaindsl.errors import ChainDslError
from chaindsl.store.memory import MemoryStore
from tests.serve.process import COMMAND

EXAMPLES = Path(__file__).parents[2] / "examples"
REVIEW = f"{EXAMPLES}/review.py:review"
MODEL = """
from chaindsl import Complete, Text, chain, step

@step(writes="answer")
def ask(question: Text, *, complete: Complete) -> Text:
    return complete(question)

@step(writes="found")
def find(question: Text, *, search: object) -> Text:
    return str(search)

asking = chain("asking", ask, inputs={"question": Text})
finding = chain("finding", find, inputs={"question": Text})
again = chain("asking", ask, inputs={"question": Text})
"""


def ran(folder: Path, *arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [COMMAND, "serve", *arguments], cwd=folder, input="", capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing argument 'FILE:FLOW...'."),
        ([REVIEW, "--token-env", "X"], "--token-env and --allow-host go with --http"),
        ([REVIEW, "--http", "0"], "error: no-token: over HTTP each client must bring a token. Put a long"),
        ([REVIEW, "--answer-within", "0"], "Invalid value for '--answer-within'"),
        ([REVIEW, "--store", "redis://x"], "error: bad-address: 'redis://x' is no address of a store"),
        (["nothing.py:x", "--store", "memory:"], "error: no-such-file: 'nothing.py': there is no such file"),
    ],
)
def test_it_says_why_it_can_not_begin(arguments: list[str], said: str, tmp_path: Path) -> None:
    status, output, errors = ran(tmp_path, *arguments)
    assert (status, output) == (2, "")
    assert said in errors
    assert "Traceback" not in errors


def test_without_the_package_it_names_the_extra(tmp_path: Path) -> None:
    program = "import sys; sys.modules['mcp'] = None; from chaindsl.cli.main import main; main(sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", program, "serve", REVIEW],
        cwd=tmp_path,
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "error: missing-extra: this needs mcp, which is not installed. pip install 'chaindsl[serve]'\n"
    )


def test_help_shows_examples_and_does_not_load_the_protocol(tmp_path: Path) -> None:
    program = (
        "import sys; from chaindsl.cli.main import guarded; status = guarded(['serve', '--help']);"
        " sys.exit(status or 'mcp' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "chaindsl serve examples/release.py:release" in done.stdout


def told(folder: Path, *targets: str, tools: tuple[str, ...] = (), model: str | None = None) -> list[str] | str:
    (folder / "flows_to_serve.py").write_text(MODEL)
    try:
        names = [f"{folder}/flows_to_serve.py:{target}" for target in targets]
        return [served.flow.name for served in bound(names, tools, model, MemoryStore())]
    except ChainDslError as error:
        return f"{error.code}: {error.issue.message}"


def test_tools_and_models_go_to_the_flows_that_want_them(tmp_path: Path) -> None:
    tools = ("search=os:getcwd",)
    assert told(tmp_path, "asking", "finding", tools=tools, model="os:getcwd") == ["asking", "finding"]
    assert told(tmp_path, "asking", "asking", model="os:getcwd") == ["asking"]


@pytest.mark.parametrize(
    ("targets", "tools", "said"),
    [
        (["asking", "again"], ("complete=os:getcwd",), "same-name: two flows are called asking"),
        (["asking"], ("serach=os:getcwd",), "unknown-tool: no flow has a tool 'serach'"),
        (["finding"], (), "missing-tool: finding needs the tool search"),
        (["asking"], (), "missing-tool: asking asks a model (complete)"),
    ],
)
def test_what_can_not_be_bound(targets: list[str], tools: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert told(tmp_path, *targets, tools=tools) == said


def test_where_runs_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CHAINDSL_STORE", raising=False)
    assert store_address("memory:") == "memory:"
    assert list(tmp_path.iterdir()) == []
    assert store_address(None) == store_address(None) == ".chaindsl/runs.db"
    assert (tmp_path / ".chaindsl" / ".gitignore").read_text() == "*\n"
    monkeypatch.setenv("CHAINDSL_STORE", "postgresql://x/y")
    assert store_address(None) == "postgresql://x/y"
    assert store_address("a.db") == "a.db"


def test_a_folder_that_can_not_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CHAINDSL_STORE", raising=False)
    (tmp_path / ".chaindsl").write_text("a file")
    with pytest.raises(ChainDslError, match="can't be made") as raised:
        store_address(None)
    assert (raised.value.code, raised.value.issue.hint) == (
        "store-unavailable",
        "name another place with --store ADDRESS",
    )
