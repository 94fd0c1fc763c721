"""Arguments are taken as they were sent, and every fault of them is named at once."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.serve.arguments import Arguments, BadArgumentsError, Explain, Get, Nothing, Start, Submit, checked

TAKEN: dict[type[Arguments], dict[str, Any]] = {
    Start: {"flow": "f", "values": {"a": 1}, "key": "k"},
    Get: {"run": "r"},
    Explain: {"run": "r", "transition": "t"},
    Submit: {"run": "r", "revision": 1, "transition": "t", "arguments": {"a": None}},
    Nothing: {},
}


def problems(kind: type[Arguments], **arguments: Any) -> list[tuple[str, str, str | None]]:
    with pytest.raises(BadArgumentsError) as raised:
        checked("tool", kind, arguments)
    return [(issue.code, issue.message, issue.hint) for issue in raised.value.issues]


@pytest.mark.parametrize("kind", TAKEN)
def test_what_fits_is_taken_unchanged(kind: type[Arguments]) -> None:
    assert checked("tool", kind, TAKEN[kind]).model_dump() == TAKEN[kind]


def test_what_may_be_left_out() -> None:
    assert checked("tool", Start, {"flow": "f"}).model_dump() == {"flow": "f", "values": {}, "key": None}
    given = {"run": "r", "revision": 1, "transition": "t"}
    assert checked("tool", Submit, given).model_dump() == {**given, "arguments": {}}


def test_an_unknown_argument_is_named_with_the_nearest_one() -> None:
    assert problems(Start, flow="f", vaules={}) == [
        ("unknown-argument", "tool takes no argument 'vaules'", "did you mean values?")
    ]


def test_every_fault_is_named_at_once() -> None:
    assert problems(Submit, run=1, revision=True, transition="t", actor="human") == [
        (
            "wrong-argument",
            "tool: the argument 'run' does not fit: Input should be a valid string, and it is a number",
            "send what the tool's input schema says",
        ),
        (
            "wrong-argument",
            "tool: the argument 'revision' does not fit: Input should be a valid integer, and it is a boolean",
            "send what the tool's input schema says",
        ),
        ("unknown-argument", "tool takes no argument 'actor'", "there is run, revision, transition, arguments"),
    ]


def test_what_is_missing_is_named() -> None:
    assert problems(Explain, run="r") == [
        ("missing-argument", "tool needs the argument 'transition'", "its arguments are run, transition")
    ]


def test_a_tool_without_arguments_takes_none() -> None:
    assert problems(Nothing, run="r") == [("unknown-argument", "tool takes no argument 'run'", "there is none")]


@pytest.mark.parametrize("sent", ["1", 1.0, None, [1], {"a": 1}, True])
def test_a_revision_is_an_integer_and_nothing_that_looks_like_one(sent: Any) -> None:
    found = problems(Submit, run="r", transition="t", revision=sent)
    assert [code for code, _, _ in found] == ["wrong-argument"]


def test_an_object_as_text_is_no_object() -> None:
    assert problems(Start, flow="f", values='{"a": 1}')[0][1].endswith("and it is a string")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def faults(kind: type[Arguments], sent: dict[str, Any]) -> set[str | None]:
    """The arguments that are refused; what is taken must be what was sent."""
    try:
        made = checked("tool", kind, sent)
    except BadArgumentsError as error:
        return {issue.subject for issue in error.issues}
    assert made.model_dump() == sent
    return set()


@given(st.sampled_from(list(TAKEN)), st.dictionaries(st.sampled_from(["run", "actor", "key", "x"]) | st.text(), JSON))
def test_no_call_is_taken_that_is_not_in_the_schema(kind: type[Arguments], more: dict[str, Any]) -> None:
    sent = TAKEN[kind] | more
    unknown = sent.keys() - kind.model_fields.keys()
    assert unknown <= faults(kind, sent) <= sent.keys()
