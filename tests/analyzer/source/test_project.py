"""Reading files of projects: what is opened and parsed, how places are shown, and what goes wrong."""

import os
from pathlib import Path

import pytest

from analyzer.source import project as project_module
from analyzer.source.project import Project
from analyzer.source.trouble import Trouble
from chaindsl.graph.flow import Chain
from chaindsl.graph.step import Step
from tests.analyzer.source.laid_out import HEAD, flows, lay_out, read

FLOW = HEAD + 'qa = chain("qa", first, second)\n'


def test_a_flow_comes_with_its_names_its_module_and_its_bodies(tmp_path: Path) -> None:
    (flow,) = flows(tmp_path, FLOW)
    assert (flow.graph.name, flow.symbols, flow.scope) == ("qa", ("qa",), "")
    assert (flow.module.name, flow.module.file, flow.module.root) == ("main", "main.py", tmp_path.resolve())
    assert isinstance(flow.graph.body, Chain)
    steps = [part for part in flow.graph.body.parts if isinstance(part, Step)]
    assert [step.place for step in steps] == list(flow.bodies)
    assert [body.node.name for body in flow.bodies.values()] == ["first", "second"]  # type: ignore[union-attr]
    assert {body.module for body in flow.bodies.values()} == {flow.module}


def test_places_are_those_of_the_text(tmp_path: Path) -> None:
    (flow,) = flows(tmp_path, "#\n" + FLOW)
    assert flow.graph.place is not None
    assert (flow.graph.place.file, flow.graph.place.line, flow.graph.place.column) == ("main.py", 10, 6)
    assert [(place.line, place.column, place.end_line) for place in flow.bodies] == [(4, 1, 5), (7, 1, 8)]


def test_other_files_are_shown_as_the_first_one_is(tmp_path: Path) -> None:
    lay_out(
        tmp_path, {"a/main.py": "from a.b import *\nqa = chain('qa', first)\n", "a/b.py": HEAD, "a/__init__.py": ""}
    )
    reading = Project().read(tmp_path / "a" / "main.py", shown="a/main.py")
    assert {place.file for place in reading.flows[0].bodies} == {"a/b.py"}
    whole = Project().read(tmp_path / "a" / "main.py")
    assert {place.file for place in whole.flows[0].bodies} == {str((tmp_path / "a" / "b.py").resolve())}
    assert whole.file == str(tmp_path / "a" / "main.py")


def test_content_stands_for_the_file(tmp_path: Path) -> None:
    reading = Project().read(tmp_path / "new.py", shown="new.py", content=FLOW.encode())
    assert [flow.graph.name for flow in reading.flows] == ["qa"]
    assert reading.text == FLOW


def test_a_file_without_the_word_is_not_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_module, "parse", lambda text: pytest.fail("parsed"))
    files = {"other.py": "x = 1\n", "broken.py": "def ("}
    reading = read(tmp_path, "import json\nfrom other import x\nimport broken\n\n@json\ndef chain(): ...\n", files)
    assert (reading.flows, reading.problems, reading.text) == ((), (), None)


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("from dsl import *\nqa = chain('qa', first)\n", {"dsl.py": HEAD}),
        ("from app import dsl\nqa = dsl.chain('qa', dsl.first)\n", {"app/__init__.py": "", "app/dsl.py": HEAD}),
        (
            "from app import build as b, first\nqa = b('qa', first)\n",
            {"app/__init__.py": "from .dsl import *\nfrom .dsl import chain as build\n", "app/dsl.py": HEAD},
        ),
        (
            "from makers import make\nqa = make()\n",
            {"makers.py": HEAD + "def make():\n    return chain('qa', first)\n"},
        ),
        ("import app.dsl\nqa = app.dsl.chain('qa', app.dsl.first)\n", {"app/__init__.py": "", "app/dsl.py": HEAD}),
    ],
)
def test_a_file_may_get_the_words_from_another_module(tmp_path: Path, text: str, files: dict[str, str]) -> None:
    (flow,) = flows(tmp_path, text, files)
    assert (flow.graph.name, flow.symbols) == ("qa", ("qa",))
    assert len(flow.bodies) == 1


@pytest.mark.parametrize(
    ("content", "trouble", "line"),
    [
        (FLOW.encode() + b"def (", Trouble.SYNTAX, 10),
        (FLOW.encode() + b"x = '\xff'", Trouble.ENCODING, 10),
        (FLOW.encode() + b"\0", Trouble.NULL_BYTES, 10),
        (b"import chaindsl\nx = " + b"-" * 100_000 + b"1", Trouble.TOO_DEEP, 1),
        (b"import chaindsl\n#" + b" " * 600_000, Trouble.TOO_LARGE, 1),
    ],
)
def test_what_can_t_be_read_is_a_problem_with_its_place(
    tmp_path: Path, content: bytes, trouble: Trouble, line: int
) -> None:
    reading = Project().read(tmp_path / "main.py", shown="main.py", content=content)
    (problem,) = reading.problems
    assert (problem.trouble, problem.place.file, problem.place.line) == (trouble, "main.py", line)
    assert (reading.flows, reading.text) == ((), None)


def test_what_is_no_file_is_a_problem(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    for path in (tmp_path / "missing.py", tmp_path, tmp_path / "pipe.py", Path("/dev/zero")):
        (problem,) = Project().read(path).problems
        assert problem.trouble is Trouble.UNREADABLE


def test_a_large_file_is_refused_only_if_it_speaks_of_chaindsl(tmp_path: Path) -> None:
    path = tmp_path / "big.py"
    path.write_bytes(b"x = 1\n" * 1_000)
    project = Project(max_bytes=100)
    assert project.read(path).problems == ()
    path.write_bytes(b"x = 1\n" * 1_000 + b"import chaindsl\n")
    assert [problem.trouble for problem in Project(max_bytes=100).read(path).problems] == [Trouble.TOO_LARGE]


def test_trouble_in_another_module_is_a_hole_in_this_one(tmp_path: Path) -> None:
    files = {"broken.py": "import chaindsl\ndef (", "good.py": HEAD}
    (flow,) = flows(tmp_path, "from good import *\nfrom broken import last\nqa = chain('qa', first, last)\n", files)
    assert isinstance(flow.graph.body, Chain)
    assert [part.kind for part in flow.graph.body.parts] == ["step", "hole"]


def test_a_guard_that_can_t_be_read_is_a_problem_and_a_hole(tmp_path: Path) -> None:
    text = HEAD + "@transition(source='a', target='b', when='x +')\ndef go(): ...\nw = workflow('w', go, initial='a')\n"
    reading = read(tmp_path, text)
    (problem,) = reading.problems
    assert (problem.trouble, problem.place.line, problem.place.column) == (Trouble.GUARD, 9, 42)
    assert problem.message.startswith("when='x +': not an expression")
    assert len(reading.flows) == 1


def test_modules_of_other_projects_are_outside(tmp_path: Path) -> None:
    files = {"inner/pyproject.toml": "", "inner/steps.py": HEAD}
    (flow,) = flows(
        tmp_path, "from chaindsl import chain\nfrom inner.steps import first\nqa = chain('qa', first)\n", files
    )
    assert isinstance(flow.graph.body, Chain)
    assert [part.kind for part in flow.graph.body.parts] == ["hole"]


def test_a_project_is_read_file_by_file(tmp_path: Path) -> None:
    lay_out(tmp_path, {"a.py": FLOW, "b.py": "import a\nfrom chaindsl import chain\nmore = chain('more', a.qa)\n"})
    project = Project()
    names = [
        [f.graph.name for f in project.read(tmp_path / name, shown=name).flows] for name in ("b.py", "a.py", "b.py")
    ]
    assert names == [["more"], ["qa"], ["more"]]
