"""A stranger's path: from the wheel, in an environment of its own, through what a newcomer tries first.

The Python of the tests is tried in every run, the others with `make stranger`, where the machine has them; the lowest
versions of what the core needs with `make lowest`.
"""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from chaindsl import __version__
from tests.prose.page import blocks
from tests.stranger.conftest import ROOT
from tests.stranger.environment import Environment, StrangersPlayground
from tests.stranger.pythons import find

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("stranger")]

VERSIONS = ("3.11", "3.12", "3.13")
OWN = f"{sys.version_info.major}.{sys.version_info.minor}"
LOWEST = "lowest"
# What the core brings, in all: more is a decision, not an accident.
CORE = {
    "annotated-types", "chaindsl", "click", "graphviz", "graphviz-pure", "markdown-it-py", "mdurl", "networkx",
    "pydantic", "pydantic_core", "pygments", "rich", "typing-inspection", "typing_extensions",
}  # fmt: skip
MODEL = '''\
"""A model that follows a script, as chaindsl.testing has it without pytest."""

from chaindsl.testing import ScriptedModel

model = ScriptedModel({"topic": "tickets", "reply": "A ticket for a child costs 7 euros."})
'''


@pytest.fixture(scope="session", params=[*sorted({OWN, *VERSIONS}), LOWEST])
def newcomer(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment of each version, and one with the lowest versions of what the core needs."""
    version = str(request.param)
    if version == OWN:
        found: Environment = request.getfixturevalue("stranger")
        return found
    if os.environ.get("CHAINDSL_STRANGER") != ("lowest" if version == LOWEST else "all"):
        pytest.skip("`make stranger` tries other versions of Python, `make lowest` the lowest of what the core needs")
    python = sys.executable if version == LOWEST else find(version)
    if python is None:
        pytest.skip(f"there is no python{version} here, neither on the PATH nor in pyenv")
    made = Environment.made(tmp_path_factory.mktemp(f"python{version}") / "env", python)
    if version == LOWEST:
        made.install_lowest(ROOT / "pyproject.toml", wheel)
    else:
        made.install(str(wheel))
    return made


@pytest.fixture
def place(newcomer: Environment, tmp_path: Path) -> Path:
    """A folder with the examples."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__", "dist"))
    (tmp_path / "scripted.py").write_text(MODEL)
    return tmp_path


def test_the_core_brings_what_is_said_and_no_more(stranger: Environment) -> None:
    assert stranger.packages() == CORE


def test_the_command_is_there(newcomer: Environment, tmp_path: Path) -> None:
    assert newcomer.run(tmp_path, "chaindsl", "--version") == (0, f"chaindsl {__version__}\n")
    status, said = newcomer.run(tmp_path, "chaindsl", "--help")
    assert (status, said.splitlines()[0]) == (0, "Usage: chaindsl [OPTIONS] COMMAND [ARGS]...")


@pytest.mark.parametrize("command", [("graph", "--schema"), ("trace", "schema")], ids=" ".join)
def test_schemas_come_with_it(newcomer: Environment, tmp_path: Path, command: tuple[str, ...]) -> None:
    status, said = newcomer.run(tmp_path, "chaindsl", *command)
    assert status == 0
    assert json.loads(said)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_examples_are_checked_drawn_and_run(newcomer: Environment, place: Path) -> None:
    status, said = newcomer.run(place, "chaindsl", "check", "examples")
    assert status == 0, said
    assert said.startswith("Clean: ") or "0 errors" in said, said
    status, said = newcomer.run(place, "chaindsl", "draw", "examples/qa.py:qa", "-o", "qa.svg")
    assert (status, said, (place / "qa.svg").read_bytes()[:5]) == (0, "wrote qa.svg\n", b"<?xml")
    run = ["run", "examples/support.py:support", "--tool", "complete=scripted:model", "question=What does it cost?"]
    status, said = newcomer.run(place, "chaindsl", *run)
    assert status == 0, said
    assert "A ticket for a child costs 7 euros." in said


def test_a_flow_is_started_checked_and_kept(newcomer: Environment, tmp_path: Path) -> None:
    status, said = newcomer.run(tmp_path, "chaindsl", "new", "refunds", "--pattern", "workflow")
    assert status == 0, said
    status, said = newcomer.run(tmp_path / "refunds", "chaindsl", "check")
    assert (status, said) == (0, "Clean: 2 files read, 1 flow.\n")
    status, said = newcomer.run(tmp_path / "refunds", "chaindsl", "doctor")
    assert status == 0, said
    assert "next: pip install 'chaindsl[http]'" in said


def test_what_needs_an_extra_names_it(newcomer: Environment, place: Path) -> None:
    for model, extra in (("local", "local"), ("openai:x", "http"), ("anthropic:x", "anthropic")):
        status, said = newcomer.run(
            place, "chaindsl", "run", "examples/support.py:support", "--model", model, "question=?"
        )
        assert status == 2
        assert f"chaindsl[{extra}]" in said
        assert "Traceback" not in said


def test_the_tutorial_is_followed_literally(newcomer: Environment, tmp_path: Path) -> None:
    page = ROOT / "docs" / "tutorial.md"
    found = blocks(page)
    playground = StrangersPlayground(tmp_path, page.name, newcomer)
    playground.prepare(found)
    wrong = list(playground.python(found))
    for block in found:
        if block.word:
            continue
        if block.language == "console":
            wrong += playground.console(block)
        elif block.language == "sh":
            wrong += playground.script(block)
    assert "\n".join(wrong) == ""
