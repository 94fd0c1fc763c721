"""Layouts of Python text: what fits stands on a line, and every place leads back."""

from chaindsl.yamlform.aliases import text_layout
from chaindsl.yamlform.layout import Group, Page, Piece, SourceMap, call, keyword, row
from chaindsl.yamlform.naming import Names, class_name, identifier, key_name
from chaindsl.yamlform.position import Position
from chaindsl.yamlform.quoting import quoted, value_text


def place(line: int) -> Position:
    return Position("it.yaml", line, 3)


def text_of(layout: Group) -> str:
    page = Page()
    page.lay(layout)
    return page.text()


def test_a_group_is_broken_only_where_it_must_be() -> None:
    short = call("f", [Piece("a"), keyword("b", "1")])
    assert text_of(short) == "f(a, b=1)\n"
    long = call("f", [Piece("a" * 50), keyword("b", Group("[", (Piece("c" * 40), Piece("d" * 40)), "]"))])
    inner = f"    b=[\n        {'c' * 40},\n        {'d' * 40},\n    ],\n"
    assert text_of(long) == f"f(\n    {'a' * 50},\n{inner})\n"


def test_88_columns_fit_and_89_do_not() -> None:
    assert text_of(call("f", [Piece("a" * 85)])) == f"f({'a' * 85})\n"
    assert text_of(call("f", [Piece("a" * 86)])) == f"f(\n    {'a' * 86},\n)\n"


def test_a_long_text_is_split_between_words() -> None:
    text = "word " * 30
    layout = text_layout(text)
    assert isinstance(layout, Group)
    lines = text_of(layout).splitlines()
    assert (lines[0], lines[-1]) == ("(", ")")
    assert "".join(line.strip().strip('"') for line in lines[1:-1]) == text
    assert max(map(len, lines)) <= 80


def test_places_lead_back() -> None:
    page = Page()
    page.line("# a comment")
    page.lay(row(Piece("x = ", place(1)), call("f", [Piece("a", place(2)), keyword("b", "1", place(3))])))
    found = page.map()
    assert page.text() == "# a comment\nx = f(a, b=1)\n"
    at = {(1, 1): 1, (2, 1): 1, (2, 5): 1, (2, 7): 2, (2, 10): 3, (2, 12): 3, (9, 1): 3}
    assert {spot: found.place(*spot).line for spot in at} == at
    assert SourceMap([], []).place(1) == Position("", 1)


def test_a_line_that_starts_without_a_place_has_that_of_its_first_piece() -> None:
    page = Page()
    page.line("above", place(1))
    page.lay(row("    ", Piece("x", place(2))))
    assert page.map().place(2, 1) == place(2)


def test_texts_have_the_quotes_that_formatters_leave() -> None:
    assert [quoted(text) for text in ("a", "it's", 'say "a"', "'\"", "\n\\", "\x1b", "\u2028", "é")] == [
        '"a"', '"it\'s"', "'say \"a\"'", '"\'\\""', '"\\n\\\\"', '"\\x1b"', '"\\u2028"', '"é"',
    ]  # fmt: skip
    assert value_text({"a": [1, None, True, 0.5, "x"]}) == '{"a": [1, None, True, 0.5, "x"]}'


def test_names_are_identifiers_and_none_is_taken_twice() -> None:
    names_of_yaml = ("a-b", "1a", "class", "é", "", "a b")
    assert [identifier(name) for name in names_of_yaml] == ["a_b", "_1a", "class_", "_", "_", "a_b"]
    assert [key_name(name) for name in ("json", "model_x", "_x", "1", "x")] == [
        "json_",
        "key_model_x",
        "x",
        "key_1",
        "x",
    ]
    assert [class_name(name) for name in ("deploy-it", "deploy_pipeline", "1st", "é")] == [
        "DeployIt", "DeployPipeline", "_1st", "Workflow",
    ]  # fmt: skip
    names = Names()
    assert [names.new("a", "b") for _ in range(4)] == ["a", "b", "b_2", "b_3"]
    assert [names.new("list"), names.new("cli"), names.new("list", "lists")] == ["list_2", "cli_2", "lists"]
