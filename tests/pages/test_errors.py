"""Every code that the source says has a row of its own, and no row says what no code says."""

import re
from collections import Counter

import pytest

from tests.pages.codes import codes
from tests.pages.errors_page import meanings

pytestmark = pytest.mark.xdist_group("pages")
ROWS = Counter(code for rows in meanings().values() for code in rows)


def test_each_code_has_one_row_and_each_row_a_code() -> None:
    assert sorted(ROWS) == sorted(codes())
    assert {code for code, count in ROWS.items() if count > 1} == set()


def test_rows_are_sorted_and_each_says_a_meaning_and_a_next_step() -> None:
    for rows in meanings().values():
        assert list(rows) == sorted(rows)
        for code, (meaning, following) in rows.items():
            assert re.search(r"[.)]$", meaning), code
            assert re.search(r"[.?)]$", following), code
            assert meaning[:1] == "`" or meaning[:1].isupper(), code


def test_codes_are_read_off_all_that_makes_errors() -> None:
    found = codes()
    # An issue, an error's own code, a helper of ours, the analyzer, the system, the door of the command line.
    assert found["no-item"].files == {"chaindsl/language/contract.py"}
    assert found["step-failed"].classes == {"StepFailed"}
    assert found["wrong-status"].classes == {"Refused"}
    assert found["no-baseline"].files == {"analyzer/baseline.py"}
    assert {"no-room", "usage", "internal", "stuck"} <= set(found)
