"""JSON in whatever surrounds it, in linear time."""

import json
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chaindsl.runtime import json_search
from chaindsl.runtime.json_search import JsonSearch, fenced, span

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10)
CONTAINERS = VALUES.filter(lambda value: isinstance(value, list | dict))
PROSE = st.text(st.characters(exclude_characters="[]{}", exclude_categories=["Cs"]))
DUMPS = st.sampled_from(
    [
        json.dumps,
        lambda value: json.dumps(value, ensure_ascii=False),
        lambda value: json.dumps(value, indent=2),
        lambda value: json.dumps(value, separators=(",", ":")),
    ]
)


def search(text: str) -> list[object]:
    return list(JsonSearch(text).values())


@given(value=CONTAINERS, before=PROSE, after=PROSE, dumps=DUMPS)
def test_any_value_in_prose_is_found(value: object, before: str, after: str, dumps: Callable[[object], str]) -> None:
    assert value in search(f"{before}{dumps(value)}{after}")


@given(value=VALUES, before=PROSE, after=PROSE, dumps=DUMPS, mark=st.sampled_from(["```", "~~~", "`````"]))
@example(value=0, before="`", after="", dumps=json.dumps, mark="```")
def test_any_value_in_a_fence_is_found_first(
    value: object, before: str, after: str, dumps: Callable[[object], str], mark: str
) -> None:
    before = before.replace("`", "'").replace("~", "-")
    found = search(f"{before}\n{mark}json\n{dumps(value)}\n{mark}\n{after}")
    assert found[0] == value


@given(text=st.text(st.sampled_from('[]{}",:\\n 1e9-`~\nabtrue') | st.characters()))
def test_no_text_is_too_odd(text: str) -> None:
    for value in search(text):
        assert json.loads(json.dumps(value, allow_nan=False)) == value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("42", [42]),
        (' "x" ', ["x"]),
        ("42 apples", []),
        ('"a" or "b"', []),
        ("see [1] and {2} for [3, 4]", [[1], [3, 4]]),
        ('{"a": [1, 2], "b": {}}', [{"a": [1, 2], "b": {}}] * 2),
        ('{"a": [1, 2], "b": [3, ', []),
        ("{'a': [1]} [2]", [[1], [2]]),
        ('["open {"a": 1}', []),
        ('{"text": "two\nlines\tand a tab"}', [{"text": "two\nlines\tand a tab"}] * 2),
        ('{"text": "a\u2028b"}', [{"text": "a\u2028b"}] * 2),
        ("[NaN] [Infinity] [1e999] [2]", [[2]]),
        (f"[{'9' * 1_001}] [{'9' * 1_000}]", [[10**1_000 - 1]]),
        ("```json\n[1]", [[1], [1], [1]]),
        ("```\r\n[1]\r\n```\r\n", [[1], [1], [1]]),
        ("[1] but better\n```\n[2]\n```", [[2], [2], [1], [2]]),
    ],
)
def test_what_is_found(text: str, found: list[object]) -> None:
    assert search(text) == found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1]", [[1]]),
        ("```json\n[1]\n```\n", [[1]]),
        ("see [1]", []),
        ("x\n```\n[1]\n```", []),
        ("```\n[1]\n```\nx", []),
    ],
)
def test_what_is_alone(text: str, value: list[object]) -> None:
    assert list(JsonSearch(text).alone()) == value


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a\n```\nb\n```\nc\n~~~x\nd\ne\n~~~~\n", ["b", "d\ne"]),
        ("````\n```\na\n```\n````", ["```\na\n```"]),
        ("```\na\n```b\n```", ["a\n```b"]),
        ("``` `` ```", [""]),
        ("`` a ``", []),
    ],
)
def test_fences(text: str, parts: list[str]) -> None:
    assert fenced(text) == parts


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Sure, here it is.", None),
        ('{"a": 1, "b": oops}', 'a value is missing near \'{"a": 1, "b": oops}\''),
        ('see [below]: {"a": 1,}', "a key in double quotes is missing near '{\"a\": 1,}'"),
        ("[" * 100_000, f"it is nested too deeply near {'[' * 60!r}"),
        ("[1, 2 \n", ", or ] is missing at its end"),
    ],
)
def test_what_is_wrong_is_said(text: str, problem: str | None) -> None:
    found = JsonSearch(text)
    assert list(found.values()) == []
    assert found.problem == problem


# A search that reads again and again would not only count more here, it would not come to an end.
@pytest.mark.parametrize(
    "part",
    ["[", "{", '["', '{"a":', "[1,", '[",', '["a",[],"', "{}", "[0 ", '["\\', '[\\"', "```\n[", "[NaN,", "[9e999"],
)
@pytest.mark.parametrize("head", ["", "[" * 900, '{"a":[' * 400, '["'])
def test_each_character_is_read_a_bounded_number_of_times(
    part: str, head: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = head + part * 50_000
    read = 0

    def counted(text: str, start: int) -> tuple[int, str]:
        nonlocal read
        end, missing = span(text, start)
        read += end - start
        return end, missing

    monkeypatch.setattr(json_search, "span", counted)
    for _ in JsonSearch(text).values():
        pass
    assert 0 < read <= 3 * len(text)
