"""An entry is read as it was written, and what is no entry is none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cache.entry import Entry, decoded, encoded
from analyzer.finding import Confidence, Edit, Finding, Fix, Related, Severity
from analyzer.inspection import Inspection
from analyzer.source.disk import KINDS, Question
from chaindsl.graph.place import Place

TEXT = st.text(max_size=8) | st.just("\udc80")
NUMBERS = st.integers(0, 10**6)
PLACES = st.builds(Place, TEXT, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
RELATED = st.builds(Related, PLACES, TEXT)
FIXES = st.builds(Fix, TEXT, st.lists(st.builds(Edit, PLACES, TEXT), max_size=2).map(tuple), st.booleans())
FINDINGS = st.builds(
    Finding,
    TEXT,
    TEXT,
    TEXT,
    st.sampled_from(Severity),
    st.sampled_from(Confidence),
    PLACES,
    TEXT,
    st.lists(RELATED, max_size=2).map(tuple),
    st.lists(RELATED | TEXT, max_size=2).map(tuple),
    TEXT,
    st.none() | FIXES,
)
INSPECTIONS = st.builds(
    Inspection,
    st.just(""),
    st.lists(FINDINGS, max_size=2).map(tuple),
    NUMBERS,
    NUMBERS,
    st.booleans(),
    st.booleans(),
)
QUESTIONS = st.builds(Question, st.sampled_from(sorted(KINDS)), TEXT, NUMBERS)
ENTRIES = st.builds(Entry, st.dictionaries(QUESTIONS, st.booleans() | TEXT, max_size=3), INSPECTIONS)


@given(ENTRIES)
def test_an_entry_comes_back_as_it_was(entry: Entry) -> None:
    assert decoded(encoded(entry)) == entry


@given(ENTRIES, st.data())
def test_an_entry_without_one_of_its_parts_is_none(entry: Entry, data: st.DataObject) -> None:
    values = json.loads(encoded(entry))
    del values[data.draw(st.sampled_from(sorted(values)))]
    assert decoded(json.dumps(values).encode()) is None


WHOLE = json.loads(encoded(Entry({Question("file", "/a"): True}, Inspection())))


@pytest.mark.parametrize(
    "change",
    [
        {"answers": [["run", "/a", 0, True]]},
        {"answers": [["file", 5, 0, True]]},
        {"answers": [["file", "/a", True]]},
        {"answers": [["file", "/a", 0, None]]},
        {"answers": 5},
        {"findings": [{}]},
        {"findings": {"code": 1}},
        {"findings": [5]},
        {"flows": True},
        {"unknown": "1"},
        {"parsed": 1},
    ],
)
def test_values_of_another_kind_are_no_entry(change: dict[str, object]) -> None:
    assert decoded(json.dumps(WHOLE).encode()) is not None
    assert decoded(json.dumps(WHOLE | change).encode()) is None


@given(st.binary(max_size=40))
def test_bytes_are_no_entry(data: bytes) -> None:
    assert decoded(data) is None


def test_what_is_nested_deeply_is_no_entry() -> None:
    assert decoded(b"[" * 100_000) is None
