"""The hashes stay what they are, since stores outlive the program that wrote them; and no two rows share one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.store.digest import graph_digest, row_digest, start
from chaindsl.store.found import columns, held
from chaindsl.store.head import Head
from chaindsl.store.row import Row

HEAD = Head("r1", "f", "g", "d", "running", None, None, "ä", 1, 2, "h:1:1", 1.5, 2.25, 3.0)
TEXTS = st.text(st.sampled_from("ab"), max_size=3)
ROWS = st.builds(Row, TEXTS, TEXTS, st.none() | TEXTS)


def test_hashes_of_yesterday_are_those_of_today() -> None:
    first = start("r1")
    found = {
        "start": first,
        "value": row_digest(first, "r1", 1, 1000.5, Row("done", '{"a":1}', '"ä"')),
        "none": row_digest(first, "r1", 1, 1000.5, Row("done", '{"a":1}')),
        "head": columns(HEAD, 2**32)[-1],
        "graph": graph_digest("g", "{}"),
    }
    assert {name: digest.hex() if isinstance(digest, bytes) else "" for name, digest in found.items()} == {
        "start": "82f3e9c695dc6b8d1b11818d5701919e286de8d47f7c3eb3100c485f79e57828",
        "value": "e2e294fa94e682a50494176b54fcbdfb8b7ce6317626dab950bec13bac7fc999",
        "none": "e6379613a1e42d3db8ad288d6cf9c988fc774563936bac1507deb13e9060c782",
        "head": "9da079c26f6cab657bef9e40e1aa24ef6b87e9c02c2a71cf4e3d9a65dddec753",
        "graph": "7eb137d648e5c77712af41a19ba08d04196ee99ea7f04a985ed5e0e485a3eb55",
    }


@given(TEXTS, ROWS, TEXTS, ROWS)
def test_other_rows_have_other_hashes(run: str, row: Row, other_run: str, other: Row) -> None:
    before = bytes(32)
    same = (run, row) == (other_run, other)
    assert (row_digest(before, run, 1, 1.0, row) == row_digest(before, other_run, 1, 1.0, other)) is same


@pytest.mark.parametrize(
    ("number", "at", "before"), [(2, 1.0, bytes(32)), (1, 1.5, bytes(32)), (1, 1.0, bytes(31) + b"1")]
)
def test_place_and_time_are_in_the_hash(number: int, at: float, before: bytes) -> None:
    row = Row("a", "{}")
    assert row_digest(before, "r1", number, at, row) != row_digest(bytes(32), "r1", 1, 1.0, row)


def test_a_head_that_is_sealed_is_opened() -> None:
    found = held(columns(HEAD, 2**32))
    assert (found.head, found.base) == (HEAD, 2**32)
