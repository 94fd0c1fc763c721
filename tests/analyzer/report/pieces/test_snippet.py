"""Snippets mark what is meant, whatever the line is made of."""

import pytest

from analyzer.report.pieces.printable import printable, width
from analyzer.report.pieces.snippet import snippet
from chaindsl.graph.place import Place


def shown(text: str, *place: int) -> list[str]:
    return [f"{number:>2}|{line}" for number, line in snippet(text, Place("a.py", *place))]


@pytest.mark.parametrize(
    ("line", "place", "marks"),
    [
        ("abc = def", (1, 7, 1, 10), "      ^^^"),
        ("abc = def", (1, 7), "      ^"),
        ("\tabc", (1, 2, 1, 5), "    ^^^"),
        ("日本 = x", (1, 1, 1, 3), "^^^^"),
        ("日本 = x", (1, 6, 1, 7), "       ^"),
        ("é́x", (1, 3, 1, 4), " ^"),
        ("a\x1bb", (1, 3, 1, 4), "     ^"),
        ("abc", (1, 90, 1, 95), "   ^"),
        ("abc", (1, 2, 1, 2), " ^"),
        ("", (1, 1, 1, 1), "^"),
        ("abc  ", (1, 2, 2, 1), " ^^"),
    ],
)
def test_carets_stand_under_what_is_meant(line: str, place: tuple[int, ...], marks: str) -> None:
    assert shown(line, *place)[1] == f"  |{marks}"


def test_a_span_of_lines_is_marked_line_by_line() -> None:
    assert shown("x\n  @step(\n    a,\n  )\ny", 2, 3, 4, 4) == [
        " 2|  @step(",
        "  |  ^^^^^^",
        " 3|    a,",
        "  |    ^^",
        " 4|  )",
        "  |  ^",
    ]


def test_a_long_span_is_cut() -> None:
    assert shown("\n".join("abcdefghi"), 2, 1, 6, 2) == [" 2|b", "  |^", "  |…"]
    assert len(shown("\n".join("abcdefghi"), 2, 1, 5, 2)) == 8


def test_a_long_line_is_cut_around_what_is_meant() -> None:
    text = "a" * 500 + "XY" + "b" * 500
    (_, line), (_, marks) = snippet(text, Place("a.py", 1, 501, 1, 503))
    assert len(line) == 162
    assert line[marks.index("^") : marks.index("^") + 2] == "XY"
    (_, line), (_, marks) = snippet(text, Place("a.py", 1, 1, 1, 1003))
    assert (line, marks) == ("a" * 160 + "…", "^" * 160)


@pytest.mark.parametrize("line", [0, 4, 99])
def test_a_place_that_is_not_there_has_no_snippet(line: int) -> None:
    assert shown("a\nb\nc", line, 1) == []


@pytest.mark.parametrize(
    ("text", "seen"),
    [("plain é 日", "plain é 日"), ("\x1b[31m", "\\x1b[31m"), ("a\u202eb", "a\\u202eb"), ("\t\n", "    \\n"),
     ("\udc80", "\\udc80"), ("\U000e0001", "\\U000e0001")],
)  # fmt: skip
def test_only_what_is_visible_is_printed(text: str, seen: str) -> None:
    assert printable(text) == seen


def test_width_counts_columns() -> None:
    assert [width(text) for text in ("abc", "日本", "é́", "ａ")] == [3, 4, 1, 2]  # noqa: RUF001 - wide letters
