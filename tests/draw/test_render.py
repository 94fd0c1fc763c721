"""Every format comes out as what its ending says, and the same each time."""

from pathlib import Path

import pytest

from chaindsl.draw.dot import dot_text
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.mermaid import markdown_text, mermaid_text
from chaindsl.draw.program import INSTALL
from chaindsl.draw.render import FORMATS, format_of, render
from chaindsl.draw.theme import Theme
from chaindsl.errors import ChainDslError
from tests.draw.samples import DIGEST
from tests.draw.test_program import program

DRAWING = draw_flow(DIGEST)
STARTS = {"svg": b"<?xml", "png": b"\x89PNG\r\n\x1a\n", "pdf": b"%PDF-1."}


def test_texts_are_what_their_writers_write() -> None:
    assert render(DRAWING, "dot").decode() == dot_text(DRAWING)
    assert render(DRAWING, "gv", Theme.DARK).decode() == dot_text(DRAWING, Theme.DARK)
    assert render(DRAWING, "mmd", Theme.DARK).decode() == mermaid_text(DRAWING, Theme.DARK)
    assert render(DRAWING, "md").decode() == markdown_text(DRAWING)


@pytest.mark.parametrize("form", STARTS)
def test_pictures_are_what_they_say_and_the_same_each_time(form: str) -> None:
    picture = render(DRAWING, form)
    assert picture.startswith(STARTS[form])
    assert render(DRAWING, form) == picture


def test_a_picture_does_not_say_when_it_was_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for number in (1, 2):
        program(tmp_path, "dot", f"sys.stdin.read(); print('%PDF-1.5 /CreationDate (D:2026120101285{number}Z)')")
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
        assert render(DRAWING, "pdf") == b"%PDF-1.5 /CreationDate (D:19700101000000Z)\n"


def test_the_theme_is_seen() -> None:
    assert b'fill="#0d1117"' in render(DRAWING, "svg", Theme.DARK)
    assert b'fill="#0d1117"' not in render(DRAWING, "svg")


@pytest.mark.parametrize(
    ("path", "form"),
    [("a.svg", "svg"), ("x/a.b.PNG", "png"), ("a.pdf", "pdf"), ("a.gv", "gv"), ("a.mmd", "mmd"), ("README.md", "md")],
)
def test_the_ending_says_the_format(path: str, form: str) -> None:
    assert format_of(path) == form


@pytest.mark.parametrize("path", ["a", "a.gif", "svg", ".svg", "a.svg.txt", ""])
def test_any_other_ending_is_refused(path: str) -> None:
    with pytest.raises(ChainDslError) as refused:
        format_of(path)
    assert refused.value.code == "draw-format"
    assert refused.value.issue.hint == "end it with one of .svg, .png, .pdf, .dot, .gv, .mmd, .md"


def test_without_a_program_only_texts_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chaindsl.draw.render.programs", tuple)
    assert [form for form in FORMATS if form not in STARTS] == ["dot", "gv", "mmd", "md"]
    for form in FORMATS:
        if form not in STARTS:
            assert render(DRAWING, form)
            continue
        with pytest.raises(ChainDslError) as refused:
            render(DRAWING, form)
        assert (refused.value.code, refused.value.issue.hint) == ("draw-no-program", INSTALL)


def test_graphviz_itself_is_asked_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dot = program(tmp_path, "dot", "print(sys.argv[1])")
    monkeypatch.setattr("chaindsl.draw.render.programs", lambda: (dot, "/nowhere"))
    assert [render(DRAWING, form) for form in STARTS] == [b"-Tsvg\n", b"-Tpng\n", b"-Tpdf\n"]


def test_one_that_fails_is_not_the_last_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = program(tmp_path, "dot", "sys.exit('Format: \"png\" not recognized')")
    works = program(tmp_path, "works", "print('picture')")
    monkeypatch.setattr("chaindsl.draw.render.programs", lambda: (broken, works))
    assert render(DRAWING, "png") == b"picture\n"
    monkeypatch.setattr("chaindsl.draw.render.programs", lambda: (broken,))
    with pytest.raises(ChainDslError, match="not recognized"):
        render(DRAWING, "png")


def test_one_that_is_too_slow_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = program(tmp_path, "dot", "time.sleep(60)")
    works = program(tmp_path, "works", "print('picture')")
    monkeypatch.setattr("chaindsl.draw.render.programs", lambda: (slow, works))
    with pytest.raises(ChainDslError) as refused:
        render(DRAWING, "svg", seconds=1)
    assert refused.value.code == "draw-too-slow"
