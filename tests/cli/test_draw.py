"""`chaindsl draw` writes a picture where it is told to, without importing what it draws."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from chaindsl.cli.target import find_flow
from chaindsl.draw.dot import dot_text
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.mermaid import mermaid_text
from chaindsl.draw.model import Direction
from chaindsl.draw.theme import Theme

FLOWS = """
import a_package_that_is_not_there
from chaindsl import chain, step

raise SystemExit("imported")

@step(writes="b")
def one(a: str) -> str: ...

qa = chain("question", one, inputs={"a": str})
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "flows.py").write_text(FLOWS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_picture_is_written_beside_you_if_nothing_else_is_said(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert guarded(["draw", "flows.py:qa"]) == 0
    assert capfd.readouterr() == ("wrote qa.svg\n", "")
    assert b"<text" in (folder / "qa.svg").read_bytes()


@pytest.mark.parametrize(
    ("output", "start"),
    [
        ("a.svg", b"<?xml"),
        ("a.png", b"\x89PNG"),
        ("a.pdf", b"%PDF"),
        ("a.dot", b"digraph"),
        ("a.gv", b"digraph"),
        ("a.mmd", b"%%{init"),
        ("a.md", b"```mermaid"),
    ],
)
def test_the_ending_says_the_format(folder: Path, output: str, start: bytes) -> None:
    assert guarded(["draw", "flows.py:qa", "-o", output]) == 0
    assert (folder / output).read_bytes().startswith(start)


def test_standard_output_takes_the_format_that_is_named(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    drawing = draw_flow(find_flow("flows.py:qa").graph)
    for form, expected in (("mmd", mermaid_text(drawing)), ("dot", dot_text(drawing))):
        assert guarded(["draw", "flows.py:qa", "-o", "-", "--format", form]) == 0
        assert capfdbinary.readouterr() == (expected.encode(), b"")
    assert guarded(["draw", "flows.py", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"<?xml")


def test_theme_and_direction_are_options(folder: Path) -> None:
    arguments = ["--theme", "dark", "--direction", "right", "-o", "a.txt", "--format", "dot"]
    assert guarded(["draw", "flows.py:qa", *arguments]) == 0
    drawing = draw_flow(find_flow("flows.py:qa").graph, Direction.RIGHT)
    assert (folder / "a.txt").read_text(encoding="utf-8") == dot_text(drawing, Theme.DARK)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["flows.py:qas"], "no-such-flow flows.py has no flow 'qas'. did you mean qa?"),
        (["nothing.py"], "no-such-file 'nothing.py': there is no such file. name a flow as in flows.py:qa"),
        (["flows.py:qa", "-o", "a.gif"], "draw-format 'a.gif' names no format by its ending"),
        (["flows.py:qa", "-o", "no/a.svg"], "no/a.svg: No such file or directory"),
        (["flows.py:qa", "--theme", "blue"], "Invalid value for '--theme'"),
        ([], "Missing argument 'FILE:FLOW'."),
    ],
)
def test_what_goes_wrong_is_one_line(
    folder: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    before = set(folder.iterdir())
    assert guarded(["draw", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert plain(message) in plain(err)
    assert set(folder.iterdir()) == before


def plain(text: str) -> str:
    """How a line is dressed is the door's business."""
    return text.replace(":", "").casefold()


def test_every_process_draws_the_same_bytes() -> None:
    command = [sys.executable, "-P", "-m", "chaindsl.cli.main", "draw", "flows.py:qa", "-o", "-"]
    drawn = {
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True, timeout=60
        ).stdout
        for seed in ("1", "2")
    }
    assert len(drawn) == 1


def test_what_is_put_on_a_picture(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "t.jsonl").write_text('{"kind":"run","version":1}\n{"kind":"end"}\n')
    asked = ["--data", "--calls", "--findings", "--trace", "t.jsonl", "--table", "--collapse"]
    assert guarded(["draw", "flows.py:qa", "-o", "a.md", *asked]) == 0
    text = (folder / "a.md").read_text(encoding="utf-8")
    assert 'n1 -.->|"a"| n2' in text
    assert "did not run" in text
    assert text.endswith("| one | a | b | str | 2 | 0.5 s |\n")
    assert guarded(["draw", "flows.py:qa", "-o", "b.svg", "--around", "one:0", "--theme", "auto"]) == 0
    assert b"prefers-color-scheme" in (folder / "b.svg").read_bytes()
    capfd.readouterr()
    assert guarded(["draw", "flows.py:qa", "--around", "on"]) == 2
    assert capfd.readouterr().err.startswith("error: no-such-step: the picture has no step 'on'. Did you mean one?")


def test_a_plain_picture_loads_no_facts() -> None:
    code = "import sys, chaindsl.cli.draw; print(sum(name.startswith('analyzer.facts') for name in sys.modules))"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "0\n"


def test_a_large_picture_comes_with_advice(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    steps = "\n".join(f'@step(writes="k{n + 1}")\ndef s{n}(k{n}: str) -> str: ...\n' for n in range(90))
    names = ", ".join(f"s{n}" for n in range(90))
    text = f'from chaindsl import chain, step\n{steps}\nf = chain("f", {names}, inputs={{"k0": str}})\n'
    (folder / "long.py").write_text(text)
    assert guarded(["draw", "long.py", "-o", "a.mmd"]) == 0
    assert capfd.readouterr() == ("wrote a.mmd\n", "It is large: --collapse and --around STEP draw less.\n")
    assert guarded(["draw", "long.py", "-o", "a.mmd", "--around", "s40"]) == 0
    assert capfd.readouterr() == ("wrote a.mmd\n", "")
