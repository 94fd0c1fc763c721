"""Fixes: all of one or nothing, none on another's spot, and no file left that fails to parse."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.finding import Confidence, Edit, Finding, Fix, Severity
from analyzer.fixing import Corrected, corrected, edited, rewrite
from analyzer.refusal import Refusal
from chaindsl.graph.place import Place


def edit(place: tuple[int, ...], text: str, file: str = "a.py") -> Edit:
    return Edit(Place(file, *place), text)


def finding(*edits: Edit, safe: bool = True) -> Finding:
    fix = Fix("t", edits, safe)
    return Finding("CD1", "n", "m", Severity.WARNING, Confidence.PROVED, Place("a.py", 1), fix=fix)


def apply(text: str, *findings: Finding, unsafe: bool = False) -> Corrected:
    return corrected(findings, {"a.py": text}, unsafe=unsafe)


@pytest.mark.parametrize(
    ("place", "text", "result"),
    [
        ((1, 1, 1, 2), "xy", "xyb\ncd\n"),
        ((1, 2), "_", "a_b\ncd\n"),
        ((2, 3, 2, 3), "!", "ab\ncd!\n"),
        ((1, 1, 2, 1), "", "cd\n"),
        ((1, 3, 2, 1), "", "abcd\n"),
        ((2, 99), "!", "ab\ncd!\n"),
        ((99, 1), "end", "ab\ncd\nend"),
    ],
)
def test_an_edit_replaces_what_its_place_spans(place: tuple[int, ...], text: str, result: str) -> None:
    assert edited("ab\ncd\n", [edit(place, text)]) == result


def test_columns_count_characters() -> None:
    assert edited("日本 = 1\n", [edit((1, 6, 1, 7), "2")]) == "日本 = 2\n"


def test_edits_of_one_text_do_not_move_each_other() -> None:
    edits = [edit((1, 1, 1, 2), "AAA"), edit((1, 3, 1, 4), "CCC"), edit((2, 1), "x")]
    assert edited("abc\nd", edits) == edited("abc\nd", edits[::-1]) == "AAAbCCC\nxd"


def test_unsafe_fixes_are_applied_only_when_asked_for() -> None:
    one = finding(edit((1, 1, 1, 2), "y"), safe=False)
    assert apply("x\n", one) == Corrected({}, (), 0)
    assert apply("x\n", one, unsafe=True).texts == {"a.py": "y\n"}


def test_of_two_fixes_on_one_spot_the_first_is_applied() -> None:
    first, second = finding(edit((1, 1, 1, 4), "one")), finding(edit((1, 3, 1, 6), "two"), edit((2, 1), "z"))
    assert apply("abcdef\n\n", first, second) == Corrected({"a.py": "onedef\n\n"}, (first.fix,), 1)  # type: ignore[arg-type]


def test_the_same_edit_from_two_findings_is_made_once() -> None:
    first, second = finding(edit((1, 2), "x")), finding(edit((1, 2), "x"), edit((1, 1), "y"))
    assert apply("ab\n", first, second).texts == {"a.py": "yaxb\n"}


def test_a_fix_that_breaks_the_file_is_not_made_and_takes_none_along() -> None:
    good, bad = finding(edit((1, 1, 1, 2), "y")), finding(edit((2, 1), "("))
    assert apply("x\nz\n", good).texts == {"a.py": "y\nz\n"}
    assert apply("x\nz\n", good, bad) == Corrected({}, (), 2)


def test_a_fix_for_a_file_that_is_not_checked_is_not_made() -> None:
    assert apply("x\n", finding(edit((1, 1), "y"), edit((1, 1), "y", file="other.py"))) == Corrected({}, (), 1)


SPOTS = st.tuples(st.integers(1, 4), st.integers(1, 6), st.integers(1, 4), st.integers(1, 6), st.text("xy", max_size=2))


@given(st.text("ab\n日", max_size=20), st.lists(SPOTS, max_size=4))
def test_any_edits_keep_what_they_do_not_span(text: str, spots: list[tuple[int, int, int, int, str]]) -> None:
    found = [finding(edit(spot[:4], spot[4])) for spot in spots]
    result = corrected(found, {"a.py": "\n".join(f"# {line}" for line in text.split("\n"))})
    assert len(result.applied) + result.left == len({one.fix for one in found})


@pytest.mark.parametrize(
    ("raw", "result"),
    [
        (b"x = 1\r\ny = 2\r\n", b"x = 3\r\ny = 2\r\n"),
        (b"\xef\xbb\xbfx = 1\ny = 2\n", b"\xef\xbb\xbfx = 3\ny = 2\n"),
        (b"# coding: latin-1\nx = 1 # \xe9\n", b"# coding: latin-1\nx = 3 # \xe9\n"),
    ],
)
def test_a_file_keeps_its_encoding_its_line_ends_and_its_mode(tmp_path: Path, raw: bytes, result: bytes) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(raw)
    path.chmod(0o750)
    link = tmp_path / "link.py"
    link.symlink_to(path)
    before = raw.decode("latin-1" if b"latin" in raw else "utf-8-sig").replace("\r\n", "\n")
    rewrite(str(link), before, before.replace("x = 1", "x = 3"))
    assert path.read_bytes() == result
    assert stat.S_IMODE(path.stat().st_mode) == 0o750
    assert link.is_symlink()
    assert [one.name for one in sorted(tmp_path.iterdir())] == ["a.py", "link.py"]


@pytest.mark.parametrize("raw", [b"x = 2\n", b"x = 1\r\ny\n", b"# coding: nonsense\n", b"\xff"])
def test_a_file_that_is_not_what_was_checked_stays_as_it_is(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(raw)
    with pytest.raises(Refusal, match="has changed meanwhile"):
        rewrite(str(path), "x = 1\n", "x = 3\n")
    assert path.read_bytes() == raw


def test_a_file_that_can_not_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="can't be written: No such file"):
        rewrite(str(tmp_path / "gone.py"), "", "")
