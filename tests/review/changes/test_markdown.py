"""Markdown for a pull request: Mermaid takes its pictures, hosts its length, and its names mean nothing."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.finding import Confidence, Finding, Severity
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.place import Place
from chaindsl.graph.step import Attempts, Prompt, Read, Step
from chaindsl.review.changes.difference import Difference
from chaindsl.review.changes.markdown import LONGEST, MARKER, inline, markdown
from tests.draw import samples
from tests.review.changes.history import HISTORY, played
from tests.review.changes.made import compared, difference
from tests.review.changes.repository import Repo

SCRIPT = Path(__file__).with_name("parse_mermaid.mjs")
BLOCK = re.compile(r"^```mermaid\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NASTY = [
    "`",
    "```",
    "|",
    "<b>",
    "&amp;",
    "@octocat",
    "#1",
    "[x](y)",
    "\n",
    "\u202e",
    "%%{init: {}}%%",
    '"',
    "end",
    "*",
    "\\",
]


@pytest.fixture(scope="module")
def mermaid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Mermaid in its `node_modules`: the one that MERMAID_FOLDER names, or one that npm fills."""
    if os.environ.get("MERMAID_FOLDER"):
        return Path(os.environ["MERMAID_FOLDER"])
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("node and npm are not installed")
    folder = tmp_path_factory.mktemp("mermaid")
    (folder / "package.json").write_text("{}")
    words = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "mermaid@11", "jsdom@26"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    if done.returncode:
        pytest.skip(f"npm can't install Mermaid: {done.stderr.strip()[:200]}")
    return folder


def parsed(folder: Path, blocks: list[str]) -> list[str]:
    """What Mermaid's own parser says of each."""
    node = shutil.which("node") or "node"
    done = subprocess.run(
        [node, str(SCRIPT), str(folder)],
        input=json.dumps(blocks),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found: list[str] = json.loads(done.stdout)
    return found


def renamed(flow: Flow, name: str) -> Flow:
    assert isinstance(flow.body, Chain)
    first, *rest = flow.body.parts
    assert isinstance(first, Step)
    return replace(flow, body=Chain((replace(first, name=name, attempts=Attempts(7)), *rest)))


def reports(tmp_path: Path) -> list[str]:
    """Reports of a whole history, of every sign a picture knows, of names that are no names, and of large flows."""
    repo = played(Repo(tmp_path / "shop"))
    found = [markdown(repo.difference(f"{repo.commits[n]}..{repo.commits[n + 1]}")) for n in range(len(HISTORY))]
    found.append(markdown(repo.difference(f"{repo.commits[0]}..HEAD")))
    flows = [value for value in vars(samples).values() if isinstance(value, Flow)]
    found += [markdown(difference(None, flow)) for flow in flows]
    found += [markdown(difference(flow, replace(flow, inputs=()))) for flow in flows if flow.inputs]
    found += [markdown(difference(samples.QA, renamed(samples.QA, name))) for name in NASTY]
    found.append(markdown(difference(long(300), long(300, changed=150))))
    return found


def long(steps: int, *, changed: int = -1) -> Flow:
    """A chain of so many steps, one of which is not what it is in others."""
    parts = (
        Step(f"s{n}", reads=(Read(f"k{n}"),), writes=f"k{n + 1}", attempts=Attempts(3 if n == changed else 2))
        for n in range(steps)
    )
    return Flow("long", Chain(tuple(parts)))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_mermaid_s_own_parser_takes_every_picture(mermaid: Path, tmp_path: Path) -> None:
    blocks = [block for report in reports(tmp_path) for block in BLOCK.findall(report)]
    assert len(blocks) > 60
    assert set(parsed(mermaid, blocks)) == {"flowchart-v2"}
    assert parsed(mermaid, ["flowchart TB\n  a(-->"])[0].startswith("error: ")


def test_what_has_changed_is_marked_without_a_need_for_colour() -> None:
    report = markdown(difference(samples.QA, renamed(samples.QA, "ask")))
    after, before = BLOCK.findall(report)
    assert '"#43; ask<br/>' in after
    assert '"#8722; clarify<br/>' in before
    assert 'madded["#43; added<br/>new"]' in after
    assert "class n2,madded was-added" in after
    assert "class n2,mremoved was-removed" in before


def test_what_has_not_changed_is_folded_up_in_a_large_picture() -> None:
    (after, before) = BLOCK.findall(markdown(difference(long(300), long(300, changed=150))))
    for block, sign in ((after, "#126;"), (before, "#126;")):
        titles = re.findall(r'"(?:#8230; )?([^"<]*)', block)
        assert f"{sign} s150" in titles
        assert "149 that stayed" in titles
        assert "148 that stayed" in titles
        assert "s3" not in titles


def huge(flows: int) -> Difference:
    one = compared(long(60), long(60, changed=30))
    return Difference("old", "new", (one,) * flows)


@pytest.mark.parametrize("flows", [1, 8, 60, 2_000])
def test_it_is_never_longer_than_hosts_take(flows: int) -> None:
    report = markdown(huge(flows))
    assert len(report) <= LONGEST
    assert report.startswith(f"### {flows} flow")
    assert report.endswith(f"{MARKER}\n")
    assert all(len(block) < LONGEST for block in BLOCK.findall(report))
    assert ("`long`" in report, report.count("\n```mermaid") > 0) == (True, flows <= 8)


def test_long_prompts_and_many_findings_are_cut_short() -> None:
    def asks(text: str) -> Flow:
        return Flow("flow", Chain((Step("ask", writes="a", prompts=(Prompt("p", "1", text),)),)))

    found = compared(asks("\n".join("old" * 60 for _ in range(400))), asks("\n".join("new" * 60 for _ in range(400))))
    many = tuple(
        Finding("CD101", "x", "y" * 999, Severity.ERROR, Confidence.PROVED, Place("a.py", n)) for n in range(999)
    )
    report = markdown(Difference("old", "new", (replace(found, found=many),), many))
    assert len(report) <= LONGEST
    assert report.endswith(f"{MARKER}\n")


@given(st.text(alphabet=st.sampled_from("`*_<>|@#[]()!\\~&{}ab -+"), max_size=40))
def test_no_name_means_anything_to_markdown(name: str) -> None:
    plain = name.replace("`", "'")
    line = inline(f"`{plain}`: {plain}")
    outside = re.sub(r"`[^`]*`", "", line)
    assert not re.search(r"(?<!\\)[*_<>|\[\]]", re.sub(r"\\.", "", outside).replace("&#8203;", ""))
    assert not re.search(r"@\w", outside)
