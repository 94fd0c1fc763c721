"""CD602 on the ways from a model to a command."""

from pathlib import Path

import pytest

from analyzer.finding import Severity
from tests.analyzer.rules.marked import agree, one_step

LABEL = """
@step(writes="title")
def name(text: Text, *, complete: Complete) -> Text:
    return complete(text)
"""


def agent(body: str) -> str:
    """A workflow of one transition called `work`, which an agent decides."""
    return f"""{body}

flow = workflow(
    "flow", work, initial="open", final=["done"], inputs={{"path": str}}, states=[State("open", goal="Do it")],
    budget=Budget(calls=9),
)
"""


def behind(body: str) -> str:
    """A chain in which a model writes `title`, and then `work` runs."""
    return f'{LABEL}{body}\n\nflow = chain("flow", name, work, inputs={{"text": Text}}, budget=Budget(calls=9))\n'


BAD = {
    "an argument of the agent": agent("""
@transition(source="open", target="done")
def work(path: str, tag: FromActor[str]) -> Command[CommandResult]:
    return cli("git", "tag", ⟦tag⟧, cwd=path)
"""),
    "an argument of the agent, as text": agent("""
@transition(source="open", target="done", actor="agent")
def work(tag: FromActor[Text]) -> Command[CommandResult]:
    return cli("git", "tag", ⟦f"--message={tag}"⟧)
"""),
    "a list of the agent": agent("""
@transition(source="open", target="done")
def work(files: FromActor[list[str]]) -> Command[CommandResult]:
    return cli("git", "add", *⟦files⟧)
"""),
    "the program": agent("""
@transition(source="open", target="done")
def work(tool: FromActor[str]) -> Command[CommandResult]:
    return cli(⟦tool⟧, "--version")
"""),
    "a key": behind("""
@step(writes="made")
def work(title: Text) -> Command[CommandResult]:
    return cli("mkdir", ⟦title⟧)
"""),
    "the model itself": one_step("""
@step(writes="made")
def work(text: Text, *, complete: Complete) -> Command[CommandResult]:
    title = complete(text).strip()
    return cli("mkdir", "-p", ⟦title⟧)
"""),
    "a shell": behind("""
import subprocess

@step(writes="made")
def work(title: Text, *, disk: Any) -> str:
    return subprocess.run(⟦f"mkdir {title}"⟧, shell=True, capture_output=True, text=True).stdout
"""),
    "sh -c": behind("""
@step(writes="made")
def work(title: Text) -> Command[CommandResult]:
    return cli("sh", "-c", ⟦"mkdir " + title⟧)
"""),
    "bash -lc by a constant": behind("""
BASH = ("/bin/bash", "-lc")

@step(writes="made")
def work(title: Text) -> Command[CommandResult]:
    return cli(*BASH, ⟦f"mkdir {title}"⟧)
"""),
    "python -c": behind("""
import sys

@step(writes="made")
def work(title: Text) -> Command[CommandResult]:
    return cli(sys.executable, "-c", ⟦title⟧)
"""),
    "os.system": behind("""
import os

@step(writes="made")
def work(title: Text, *, disk: Any) -> int:
    return os.system(⟦"mkdir " + title⟧)
"""),
    "os.system by another name": behind("""
from os import system as shell

@step(writes="made")
def work(title: Text, *, disk: Any) -> int:
    return shell(⟦title⟧)
"""),
    "popen": behind("""
import os

@step(writes="made")
def work(title: Text, *, disk: Any) -> str:
    return os.popen(⟦f"ls {title}"⟧).read()
"""),
    "a list of arguments": behind("""
import subprocess as sp

@step(writes="made")
def work(title: Text, *, disk: Any) -> int:
    return sp.call(["mkdir", "-p", ⟦title⟧])
"""),
    "many arguments in a list": agent("""
import subprocess

@transition(source="open", target="done", writes="status")
def work(files: FromActor[list[str]]) -> int:
    return subprocess.run(["git", "add", *⟦files⟧]).returncode
"""),
    "a list with a name": behind("""
import subprocess

@step(writes="made")
def work(title: Text, *, disk: Any) -> bytes:
    command = ["mkdir", ⟦title⟧]
    return subprocess.check_output(args=command)
"""),
    "a list that grows": behind("""
import subprocess

@step(writes="made")
def work(title: Text, *, disk: Any) -> int:
    command = ["mkdir"]
    command.append(title)
    return subprocess.run(⟦command⟧).returncode
"""),
    "shlex.split": behind("""
import shlex, subprocess

@step(writes="made")
def work(title: Text, *, disk: Any) -> int:
    return subprocess.run(shlex.split(⟦f"mkdir {title}"⟧)).returncode
"""),
    "asyncio": behind("""
import asyncio

@step(writes="made")
async def work(title: Text, *, disk: Any) -> int:
    process = await asyncio.create_subprocess_exec("mkdir", ⟦title⟧)
    return await process.wait()
"""),
    "asyncio's shell": behind("""
import asyncio

@step(writes="made")
async def work(title: Text, *, disk: Any) -> int:
    process = await asyncio.create_subprocess_shell(⟦f"mkdir {title}"⟧)
    return await process.wait()
"""),
    "in a helper": behind("""
import subprocess

def git(*words: str) -> str:
    return subprocess.run(["git", *words], capture_output=True, text=True).stdout

@step(writes="made")
def work(title: Text, *, disk: Any) -> str:
    return git("commit", "-m", ⟦title⟧)
"""),
    "a helper that makes the command": behind("""
def make(folder: str) -> Command[CommandResult]:
    return cli("mkdir", ⟦folder⟧)

@step(writes="made")
def work(title: Text) -> Command[CommandResult]:
    return make(title)
"""),
    "through a step": f"""{LABEL}
@step(writes="slug")
def slug(title: Text) -> str:
    return title.lower().replace(" ", "-")

@step(writes="made")
def work(slug: str) -> Command[CommandResult]:
    return cli("mkdir", ⟦slug⟧)

flow = chain("flow", name, slug, work, inputs={{"text": Text}}, budget=Budget(calls=9))
""",
    "from a parsed object": """
from pydantic import BaseModel

class Plan(BaseModel):
    folder: str
    size: int

@step(writes="plan", parse=Plan)
def plan(text: Text, *, complete: Complete) -> str:
    return complete(text)

@step(writes="made")
def work(plan: Plan) -> Command[CommandResult]:
    return cli("mkdir", ⟦plan.folder⟧)

flow = chain("flow", plan, work, inputs={"text": Text}, budget=Budget(calls=9))
""",
    "out of all values": behind("""
@step(writes="made")
def work(values: Values) -> Command[CommandResult]:
    return cli("mkdir", ⟦values["title"]⟧)
"""),
    "one of two writers": """
@step(writes="kind")
def kind(text: Text) -> Literal["a", "b"]:
    return "a" if text else "b"

@step(writes="title")
def plain(text: Text) -> str:
    return text

@step(writes="title")
def invented(text: Text, *, complete: Complete) -> str:
    return complete(text)

@step(writes="made")
def work(title: str) -> Command[CommandResult]:
    return cli("mkdir", ⟦title⟧)

flow = chain(
    "flow", kind, branch("kind", {"a": plain, "b": invented}), work, inputs={"text": Text}, budget=Budget(calls=9)
)
""",
    "each item": """
@step(writes="titles", parse=list[str])
def name(text: Text, *, complete: Complete) -> str:
    return complete(text)

@step(writes="made", each="titles", limit=9)
def work(title: str, *, disk: Any) -> int:
    import subprocess
    return subprocess.call(["mkdir", ⟦title⟧])

flow = chain("flow", name, work, inputs={"text": Text}, budget=Budget(calls=9))
""",
    "only tested for being there": behind("""
@step(writes="made")
def work(title: Text) -> Command[CommandResult]:
    if not title:
        raise ValueError("no title")
    return cli("mkdir", ⟦title⟧)
"""),
}

GOOD = {
    "standard input": agent("""
@transition(source="open", target="done")
def work(reason: FromActor[Text]) -> Command[CommandResult]:
    return cli("deploy", stdin=reason)
"""),
    "standard input of subprocess": behind("""
import subprocess

@step(writes="made")
def work(title: Text, *, disk: Any) -> str:
    return subprocess.run(["wc", "-w"], input=title, capture_output=True, text=True).stdout
"""),
    "a literal type": agent("""
@transition(source="open", target="done")
def work(branch: FromActor[Literal["main", "dev"]]) -> Command[CommandResult]:
    return cli("git", "switch", branch)
"""),
    "a number": agent("""
@transition(source="open", target="done")
def work(count: FromActor[int]) -> Command[CommandResult]:
    return cli("git", "log", f"-{count}")
"""),
    "a pattern": agent("""
from pydantic import Field

@transition(source="open", target="done")
def work(tag: FromActor[Annotated[str, Field(pattern="^v[0-9]+$")]]) -> Command[CommandResult]:
    return cli("git", "tag", tag)
"""),
    "an enum": agent("""
import enum

class Place(enum.Enum):
    TEST = "test"
    LIVE = "live"

@transition(source="open", target="done")
def work(place: FromActor[Place]) -> Command[CommandResult]:
    return cli("deploy", place.value)
"""),
    "a person": agent("""
@transition(source="open", target="done", actor="human")
def work(tag: FromActor[Text]) -> Command[CommandResult]:
    return cli("git", "tag", tag)
"""),
    "a label of the model": """
@step(writes="place", parse=Literal["test", "live"])
def choose(text: Text, *, complete: Complete) -> str:
    return complete(text)

@step(writes="made")
def work(place: str) -> Command[CommandResult]:
    return cli("deploy", place)

flow = chain("flow", choose, work, inputs={"text": Text}, budget=Budget(calls=9))
""",
    "a validator": """
def is_slug(title: str) -> None:
    if not title.isalnum():
        raise ValueError("letters and digits only")

@step(writes="title", validate=is_slug)
def name(text: Text, *, complete: Complete) -> str:
    return complete(text)

@step(writes="made")
def work(title: str) -> Command[CommandResult]:
    return cli("mkdir", title)

flow = chain("flow", name, work, inputs={"text": Text}, budget=Budget(calls=9))
""",
    "tested against a list": agent("""
BRANCHES = {"main", "dev"}

@transition(source="open", target="done")
def work(branch: FromActor[str]) -> Command[CommandResult]:
    if branch not in BRANCHES:
        raise ValueError(f"there is no branch {branch}")
    return cli("git", "switch", branch)
"""),
    "tested by a pattern": agent("""
import re

@transition(source="open", target="done")
def work(tag: FromActor[str]) -> Command[CommandResult]:
    if not re.fullmatch(r"v[0-9.]+", tag):
        raise ValueError("a version, please")
    return cli("git", "tag", tag)
"""),
    "tested by a function": agent("""
def check_tag(tag: str) -> None:
    if not tag.isalnum():
        raise ValueError(tag)

@transition(source="open", target="done")
def work(tag: FromActor[str]) -> Command[CommandResult]:
    check_tag(tag)
    return cli("git", "tag", tag)
"""),
    "an input": one_step("""
@step(writes="made")
def work(text: Text) -> Command[CommandResult]:
    return cli("mkdir", text)
"""),
    "what a command printed": agent("""
@transition(source="open", target="done", writes="made")
def work(path: str) -> Command[str]:
    return cli("ls", path).text()
"""),
    "a table": behind("""
FOLDERS = {"a": "/srv/a", "b": "/srv/b"}

@step(writes="made")
def work(title: Text) -> Command[CommandResult]:
    return cli("mkdir", FOLDERS[title])
"""),
    "its length": behind("""
@step(writes="made")
def work(title: Text) -> Command[CommandResult]:
    return cli("head", f"-c{len(title)}")
"""),
    "written later": """
@step(writes="made")
def work(title: str) -> Command[CommandResult]:
    return cli("mkdir", title)

@step(writes="title")
def name(text: Text, *, complete: Complete) -> Text:
    return complete(text)

flow = chain("flow", work, name, inputs={"text": Text, "title": str}, outputs=["title", "made"], budget=Budget(calls=9))
""",
    "another value": behind("""
@step(writes="made")
def work(title: Text, text: Text) -> Command[CommandResult]:
    print(title)
    return cli("mkdir", text)
"""),
    "an unknown type": agent("""
from elsewhere import Tag

@transition(source="open", target="done")
def work(tag: FromActor[Tag]) -> Command[CommandResult]:
    return cli("git", "tag", str(tag))
"""),
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text, "CD602")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, text, "CD602") == []


@pytest.mark.parametrize(
    ("case", "message", "severity"),
    [
        ("an argument of the agent", "what an agent supplies as `tag` becomes an argument of a command", "warning"),
        ("a key", "what a model wrote as `title` becomes an argument of a command", "warning"),
        ("a shell", "what a model wrote as `title` is run by a shell", "error"),
        ("python -c", "what a model wrote as `title` is run by an interpreter", "error"),
        ("the program", "what an agent supplies as `tool` becomes the program of a command", "error"),
        ("the model itself", "what a model wrote becomes an argument of a command", "warning"),
    ],
)
def test_what_it_says(case: str, message: str, severity: str, tmp_path: Path) -> None:
    (found,) = agree(tmp_path, BAD[case], "CD602")
    assert found.message == f"{message}, and no type limits it"
    assert found.severity is Severity(severity)
    assert found.symbol == "flow.work"


def test_the_witness_is_the_way_from_the_model(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, BAD["through a step"], "CD602")
    said = [line if isinstance(line, str) else line.message for line in found.witness]
    assert said == ["`name` writes `title`, what its model wrote", "`slug` writes `slug` from it"]
