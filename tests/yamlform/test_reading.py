"""Reading YAML: what plain scalars mean, where everything stands, and that what is written is read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.yamlform.document import read_document
from chaindsl.yamlform.emit import yaml_text
from chaindsl.yamlform.node import Mapping, Value, plain, scalars
from chaindsl.yamlform.reading import read

TEXT = st.text(st.sampled_from("ab 01.-+~'\"\\{}[]#:,&*!|>%@`?\t\n\u00e9\u2192\U0001f600"), max_size=12)
SCALARS = st.one_of(TEXT, st.integers(-(10**17), 10**17), st.booleans(), st.none(), st.floats(-1e9, 1e9, width=32))
VALUES: st.SearchStrategy[Value] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=12
)


def value_of(text: str) -> object:
    found = read(text.encode(), "it.yaml")
    assert found.issues == []
    assert isinstance(found.root, Mapping)
    return plain(found.root)


@given(st.dictionaries(st.sampled_from(["a", "b-c", "d.e", "on", "1", ""]), VALUES, min_size=1, max_size=4))
def test_what_is_written_is_read_back(data: dict[str, Value]) -> None:
    assert value_of(yaml_text(data)) == data


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", "on"),
        ("yes", "yes"),
        ("true", True),
        ("True", True),
        ("~", None),
        ("", None),
        ("012", "012"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2026-01-01", "2026-01-01"),
        ("-7", -7),
        ("1.", 1.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("'1'", "1"),
        ('"\\u00e9"', "é"),
    ],
)
def test_scalars_are_those_of_the_core_schema(text: str, value: object) -> None:
    found = read(f"a: {text}".encode(), "it.yaml").root
    assert isinstance(found, Mapping)
    read_as = plain(found.entries[0].value)
    assert (read_as, type(read_as)) == (value, type(value))


def test_places_count_characters_from_one() -> None:
    found = read("é: x\n😀: { b: 'ü', c: [d] }\n".encode(), "it.yaml")
    assert found.root is not None
    assert [(one.text, str(one.place), one.place.end_column) for one in scalars(found.root)] == [
        ("x", "it.yaml:1:4", 5),
        ("ü", "it.yaml:2:9", 12),
        ("d", "it.yaml:2:18", 19),
    ]


def test_line_ends_and_a_mark_at_the_start_change_no_place() -> None:
    for data in (b"a: 1\r\nb: 2\r\n", b"\xef\xbb\xbfa: 1\nb: 2\n", b"a: 1\rb: 2\r"):
        found = read(data, "it.yaml")
        assert isinstance(found.root, Mapping)
        assert [(one.name, one.place.line, one.place.column) for one in found.root.entries] == [
            ("a", 1, 1),
            ("b", 2, 1),
        ]


def test_all_that_is_wrong_is_told() -> None:
    found = read(b"a: 1\na: 2\nb: { c: 1, c: 2 }\n", "it.yaml")
    assert [(str(one.place), one.message) for one in found.issues] == [
        ("it.yaml:2:1", "the key `a` twice"),
        ("it.yaml:3:12", "the key `c` twice"),
    ]


def test_there_is_an_end_to_what_is_told() -> None:
    text = 'version: "1"\n' + "".join(f"key{number}: 1\n" for number in range(2_000))
    issues = read_document(text.encode(), "it.yaml").issues
    assert [issue.code for issue in issues] == ["CD702"] * 500 + ["CD701"]
    assert issues[-1].message == "more than 500 problems: what follows is not told"
