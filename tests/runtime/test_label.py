"""Labels are found in every dress, and never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.graph.typeform import LiteralValue, literal_value
from chaindsl.runtime.label import AROUND, AmbiguousError, LabelTable

LABELS = [LiteralValue("str", label) for label in ("billing", "tech support", "n/a", "c++")]
RED = LiteralValue("enum", "#f00", "Colour.RED")
BLUE = LiteralValue("enum", "RED", "Colour.BLUE")


def find(text: str, *labels: object, lines: bool = True) -> object:
    made = [label if isinstance(label, LiteralValue) else literal_value(label) for label in labels]
    found = LabelTable([label for label in made if label]).find(text, lines=lines)
    return found.value if found else "nothing"


@given(
    label=st.sampled_from(LABELS),
    change=st.sampled_from([str, str.upper, str.lower, str.title]),
    before=st.text(AROUND),
    after=st.text(AROUND),
    blanks=st.text(" \t\n", min_size=1),
)
def test_every_dress_is_found(label: LiteralValue, change: type[str], before: str, after: str, blanks: str) -> None:
    text = before + change(label.label).replace(" ", blanks) + after
    assert LabelTable(LABELS).find(text, lines=False) == label


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The answer:\n\n**Billing**\n\nbecause of the invoice.", "billing"),
        ("billing\nbilling", "billing"),
        ("```\nN/A\n```", "n/a"),
        ("It is billing.", "nothing"),
        ("not billing", "nothing"),
        ("Label: billing", "nothing"),
        ("billings", "nothing"),
        ("", "nothing"),
        ("...", "nothing"),
    ],
)
def test_a_label_stands_alone_on_its_line(text: str, found: str) -> None:
    assert find(text, *LABELS) == found


def test_lines_are_looked_at_only_when_asked() -> None:
    assert find("x\nbilling", *LABELS, lines=False) == "nothing"


def test_two_labels_on_lines_of_their_own_are_ambiguous() -> None:
    with pytest.raises(AmbiguousError, match=r"^n/a and billing$") as caught:
        find("n/a\nor\nbilling", *LABELS)
    assert caught.value.labels == (LABELS[2], LABELS[0])


def test_labels_may_differ_in_case_and_punctuation() -> None:
    assert [find(text, "a", "A", "a!") for text in ("a", " A ", "a!", '"A"', "*a*")] == ["a", "A", "a!", "A", "a"]
    assert find("ÄRGER", "ärger", "x") == "ärger"
    with pytest.raises(AmbiguousError):
        find("ab", "Ab", "aB")


def test_labels_of_punctuation_are_found_as_they_are() -> None:
    assert [find(text, "*", "...", "?") for text in ("*", " ... ", "?", "!")] == ["*", "...", "?", "nothing"]


@pytest.mark.parametrize("text", ["yes", "Yes.", "TRUE", "**true**"])
def test_yes_is_true(text: str) -> None:
    assert find(text, False, True) is True
    assert find({"y": "no", "t": "false"}[text.strip("*")[0].lower()], False, True) is False


def test_none_and_numbers_are_labels() -> None:
    assert (find("null", None, 1), find("None.", None, 1), find("1.", None, 1)) == (None, None, 1)
    assert find("1", 1, "1") == 1


def test_a_member_of_an_enum_goes_by_its_value_then_by_its_name() -> None:
    assert [find(text, RED, BLUE) for text in ("#F00", "red", "blue")] == ["#f00", "RED", "RED"]
    assert find("Red", RED) == "#f00"
