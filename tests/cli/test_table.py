"""Plain columns: aligned, cut, without spaces at the ends of lines."""

from chaindsl.cli.table import MOST, cut, plain_lines


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert plain_lines(("a", "long"), [("wide", ""), ("", "x")]) == ["a     long", "wide", "      x"]


def test_long_cells_are_cut() -> None:
    assert plain_lines(("a",), [("x" * 101,)])[1] == "x" * (MOST - 1) + "…"
    assert (cut("abc", 3), cut("abcd", 3)) == ("abc", "ab…")


def test_a_table_without_rows_is_its_head() -> None:
    assert plain_lines(("step", "result"), []) == ["step  result"]
