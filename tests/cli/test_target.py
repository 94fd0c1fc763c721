"""`FILE:FLOW` finds the flow that was meant, or says in one line why not."""

from pathlib import Path

import pytest

from chaindsl.cli.target import Target, find_flow, parse_target
from chaindsl.errors import ChainDslError

FLOWS = """
import a_package_that_is_not_there
from chaindsl import chain, step

raise SystemExit("imported")

@step(writes="b")
def one(a: str) -> str: ...

qa = chain("question-answering", one, inputs={"a": str})
other = chain("other", one, inputs={"a": str})
twin = chain("twins", one, inputs={"a": str})
pair = chain("twins", one, inputs={"a": str})
odd = chain("../od d:x", one, inputs={"a": str})

def factory():
    return chain("made", one, inputs={"a": str})

def second():
    qa = chain("inner", one, inputs={"a": str})
    return qa
"""
ONE = FLOWS.split("other =", maxsplit=1)[0]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "flows.py").write_text(FLOWS)
    (tmp_path / "one.py").write_text(ONE)
    (tmp_path / "plain.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("flows.py:qa", Target("flows.py", "qa")),
        ("flows.py", Target("flows.py")),
        ("flows.py:", Target("flows.py")),
        ("flows.py:a:b", Target("flows.py", "a:b")),
        ("nowhere.py:qa", Target("nowhere.py", "qa")),
        ("nowhere.py", Target("nowhere.py")),
        (r"C:\flows.py:qa", Target(r"C:\flows.py", "qa")),
        (r"C:\flows.py", Target(r"C:\flows.py")),
        ("C:/x/flows.py", Target("C:/x/flows.py")),
        ("C:flows.py", Target("C:flows.py")),
        (":qa", Target("", "qa")),
        ("", Target("")),
        ("x" * 5_000, Target("x" * 5_000)),
        ("a\0b:c", Target("a\0b", "c")),
    ],
)
def test_the_colon_that_parts_file_and_flow(text: str, target: Target) -> None:
    assert parse_target(text) == target


def test_a_file_with_a_colon_in_its_name(folder: Path) -> None:
    (folder / "a:b.py").write_text(ONE)
    assert parse_target("a:b.py:qa") == Target("a:b.py", "qa")
    assert parse_target("a:b.py") == Target("a:b.py")


@pytest.mark.parametrize(
    ("text", "name", "stem"),
    [
        ("flows.py:qa", "question-answering", "qa"),
        ("flows.py:question-answering", "question-answering", "question-answering"),
        ("flows.py:made", "made", "made"),
        ("flows.py:inner", "inner", "inner"),
        ("flows.py:twin", "twins", "twin"),
        ("flows.py:../od d:x", "../od d:x", "od_d_x"),
        ("one.py", "question-answering", "qa"),
        ("one.py:", "question-answering", "qa"),
    ],
)
def test_a_flow_is_found_by_its_variable_or_its_name(text: str, name: str, stem: str) -> None:
    found = find_flow(text)
    assert (found.graph.name, found.stem) == (name, stem)


def test_places_are_as_the_file_was_named(folder: Path) -> None:
    place = find_flow("./one.py").graph.place
    assert place is not None
    assert (place.file, place.line) == ("./one.py", 10)
    assert str(find_flow(str(folder / "one.py")).graph.place) == f"{folder / 'one.py'}:10"


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        ("no.py:qa", "no-such-file", "'no.py': there is no such file", "name a flow as in flows.py:qa"),
        (".", "no-such-file", "'.': a folder, not a file", "name a flow as in flows.py:qa"),
        ("", "no-such-file", "'': there is no such file", "name a flow as in flows.py:qa"),
        ("flows.py:othr", "no-such-flow", "flows.py has no flow 'othr'", "did you mean other?"),
        ("one.py:zzz", "no-such-flow", "one.py has no flow 'zzz'", "there is qa, question-answering"),
        ("plain.py", "no-such-flow", "plain.py has no flow", "make one with chain() or workflow()"),
        ("plain.py:x", "no-such-flow", "plain.py has no flow", "make one with chain() or workflow()"),
        ("flows.py", "which-flow", "flows.py has 5 flows: qa, other, twin, pair, odd", "say which, as in flows.py:qa"),
        (
            "flows.py:twins",
            "which-flow",
            "flows.py has 2 flows called 'twins'",
            "they stand in lines 12, 13; give each a variable of its own",
        ),
    ],
)
def test_what_is_not_there_is_said(text: str, code: str, message: str, hint: str) -> None:
    with pytest.raises(ChainDslError) as refused:
        find_flow(text)
    issue = refused.value.issue
    assert (issue.code, issue.message, issue.hint) == (code, message, hint)


def test_a_long_name_is_not_said_back_whole() -> None:
    with pytest.raises(ChainDslError) as refused:
        find_flow("x" * 5_000)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("head", [b"", b"import chaindsl\n"], ids=["without flows", "with flows"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"x = (", "'(' was never closed"),
        (b"x = '\xff'", "invalid"),
        (b"x = 1\0", "null bytes"),
        (b"# coding: nonsense\n", "nonsense"),
    ],
)
def test_a_file_that_can_not_be_read_is_said(folder: Path, head: bytes, text: bytes, message: str) -> None:
    (folder / "bad.py").write_bytes(text if b"coding" in text else head + text)
    with pytest.raises(ChainDslError) as refused:
        find_flow("bad.py:qa")
    issue = refused.value.issue
    assert (issue.code, issue.place and issue.place.file) == ("unreadable-source", "bad.py")
    assert message in issue.message
    assert "\n" not in issue.message
