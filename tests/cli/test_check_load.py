"""`chaindsl check --load`: flows that only exist once their module has run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from chaindsl.cli.wrong import ended

ROOT = Path(__file__).parents[2]
FLOW = '''\
"""Notes."""

from chaindsl import Complete, Text, chain, prompt, step

print("said by the module")
ASK = prompt("ask", version="1", text="Say {question}")


@step(writes="answer", prompt=ASK)
def reply(question: Text, *, complete: Complete) -> Text:
    for _ in range(3):
        complete(ASK.format(question=question))
    return complete(ASK.format(question=question))


def noting(name):
    @step(writes=f"note_{name}", name=f"note_{name}")
    def note(question: Text) -> Text:
        return question

    return note


@step(writes="kept")  # chaindsl: ignore[CD202] for the archive
def keep(question: Text) -> Text:
    return question


flow = chain(
    "flow", reply, keep, *map(noting, open(__file__).read(0) or ["a", "b"]),
    inputs={"question": Text, "spare": Text}, outputs=["answer"],
)
parts = [reply]
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "flows.py").write_text(FLOW)
    (tmp_path / "pyproject.toml").write_text('[tool.chaindsl]\nignore = ["CD304"]\nseverity = { CD206 = "error" }\n')
    return tmp_path


def check(folder: Path, *arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-P", "-m", "chaindsl.cli.main", "check", *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


FOUND = """\
app/flows.py:9:1: CD302 `reply` can make 4 model calls in one attempt, and without max_calls= it may make one
app/flows.py:17:5: CD202 `note_a` writes `note_a`, which nothing reads
app/flows.py:17:5: CD202 `note_b` writes `note_b`, which nothing reads
app/flows.py:29:8: CD206 nothing reads the input `spare`
Found 4 findings: 1 error, 3 warnings. 1 file read, 1 flow, 1 suppressed.
"""


@pytest.mark.parametrize("address", ["app.flows:flow", "app/flows.py:flow"])
def test_what_source_calls_unknown_is_checked_as_it_was_made(project: Path, address: str) -> None:
    status, _, _ = check(project, "--select", "CD202,CD206")
    assert status == 0
    status, out, err = check(project, "--load", address, "--output-format", "concise")
    assert (status, out) == (1, FOUND)
    module = address.partition(":")[0]
    assert err == f"note: --load imports {module}, and so runs the code in it\nsaid by the module\n"


def test_the_report_is_the_output_whatever_the_module_prints(project: Path) -> None:
    status, out, _ = check(project, "--load", "app.flows:flow", "--output-format", "json", "--ignore", "CD2,CD302")
    report = json.loads(out)
    assert status == 0
    assert (report["findings"], report["summary"]["unknown"], report["summary"]["flows"]) == ([], 0, 1)


def test_flows_of_a_factory_are_found_where_the_factory_is(project: Path) -> None:
    (project / "app" / "making.py").write_text(
        "from chaindsl import chain, step\n\n\ndef make(name, *parts):\n"
        '    return chain(name, *parts, inputs={"word": str, "spare": str}, outputs=["said"])\n'
    )
    (project / "app" / "used.py").write_text(
        "from chaindsl import step\nfrom app.making import make\n\n\n"
        '@step(writes="said")\ndef say(word: str) -> str:\n    return word\n\n\n'
        '@step(writes="unread")\ndef other(word: str) -> str:\n    return word\n\n\none = make("one", say, other)\n'
    )
    status, out, _ = check(project, "--load", "app.used:one", "--output-format", "concise")
    assert status == 1
    assert out.splitlines()[:-1] == [
        "app/making.py:5:12: CD206 nothing reads the input `spare`",
        "app/used.py:10:1: CD202 `other` writes `unread`, which nothing reads",
    ]


def test_flows_inside_and_their_bodies_are_checked_as_well(project: Path) -> None:
    (project / "app" / "outer.py").write_text(
        "from app.flows import flow, parts\nfrom chaindsl import Text, chain\n\n"
        'part = chain("part", *parts, inputs={"question": Text, "spare": Text})\n'
        'outer = chain("outer", part, inputs={"question": Text, "spare": Text}, outputs=["answer"])\n'
    )
    status, out, _ = check(project, "--load", "app.outer:outer", "--output-format", "concise")
    assert status == 1
    assert out.splitlines()[:-1] == [
        FOUND.splitlines()[0],
        "app/outer.py:4:8: CD206 nothing reads the input `spare`",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--load", "app.flows:flo"], "error: no-such-name: app.flows has no flo. Did you mean flow?"),
        (["--load", "app/flows.py:flo"], "error: no-such-flow: app/flows.py has no flow 'flo'. Did you mean flow?"),
        (
            ["--load", "app.flows:parts"],
            (
                "error: no-flow: app.flows:parts is no flow, it is a list. "
                "Name a variable that holds what chain() or workflow() returned"
            ),
        ),
        (["--load", "app.flows"], "error: bad-address: 'app.flows' is no address. Write module:name"),
        (["--load", "app.flows:flow", "app"], "error: usage: --load can't stand beside a PATH"),
        (
            ["--load", "app.flows:flow", "--fix"],
            "error: usage: --load checks what was put together at run time, which --fix and --diff can't change",
        ),
        ([""], "error: usage: a PATH is empty; name a file or a folder"),
    ],
)
def test_what_can_not_be_done_is_one_line(project: Path, arguments: list[str], said: str) -> None:
    status, out, err = check(project, *arguments)
    assert (status, out) == (2, "")
    usage = said.startswith("error: usage: ")
    assert err.splitlines()[-1] == (f"{ended(said)} See chaindsl check --help" if usage else said)


def test_a_wrong_definition_is_told_as_such(project: Path) -> None:
    (project / "bad.py").write_text("from chaindsl import chain\nflow = chain('flow', outputs=['x'])\n")
    status, _, err = check(project, "--load", "bad:flow")
    assert status == 2
    assert "error: unknown-key: " in err
    assert "Traceback" not in err
