"""What an attempt tells beside what it read and wrote: model calls alone are packed, and nobody can tell."""

import copy
import gc
import pickle

import pytest

from chaindsl.trace.call import ModelCall
from chaindsl.trace.details import NO_DETAILS, Details, packed
from chaindsl.trace.record import Given, Record
from chaindsl.trace.scope import Scope
from chaindsl.trace.site import Site

SHORT = ("complete", 3, 0.5, "why", "so")
WHOLE = ModelCall("other", 2, 0.25, "ab", None, "p", "2", "hash", "m", 7, 5, 0.5, "TimeoutError")


def record(details: Details = NO_DETAILS) -> Record:
    return Record(Site("flow", "step", ("a",), "b"), Scope("flow", 0.0), None, 1, 1.0, 2.0, Given("x"), "y", details)


@pytest.mark.parametrize(
    ("made", "calls"),
    [
        pytest.param(1, [SHORT], id="one that came back"),
        pytest.param(2, [SHORT], id="one of two"),
        pytest.param(1, [WHOLE], id="all that can be said"),
        pytest.param(3, [SHORT, WHOLE, SHORT], id="several"),
        pytest.param(1, [], id="one that did not come back"),
    ],
)
def test_packed_calls_are_told_as_unpacked_ones(made: int, calls: list[tuple[object, ...]]) -> None:
    short, full = record(), record(Details())
    short.asked(made, calls)
    full.asked(made, calls)
    found = tuple(ModelCall(*call) for call in calls)  # type: ignore[arg-type]
    for one in (short, full, copy.copy(short), pickle.loads(pickle.dumps(short))):
        assert (one.calls, one.model_calls, one.ok) == (made, found, True)
        assert (one.details.made, one.details.calls, one.details.rejected) == (made, found, NO_DETAILS.rejected)
        assert one.tokens == sum(call.tokens for call in found)
        assert one.to_data() == full.to_data()


def test_what_went_wrong_is_told_beside_calls() -> None:
    one = record()
    one.asked(1, [SHORT])
    details = one.details
    details.error = "ValueError: no"
    assert one.ok
    one.details = details
    assert (one.ok, one.error, one.calls) == (False, "ValueError: no", 1)


def test_the_garbage_collector_passes_over_packed_calls() -> None:
    made = packed(1, [tuple(part for part in SHORT)])
    assert gc.is_tracked(made)
    gc.collect()
    assert made == SHORT
    assert not gc.is_tracked(made)


def test_one_cell_alone_is_a_row_of_cells() -> None:
    one = record()
    assert [cell.output for cell in one.cells if cell is not None] == ["x"]
    assert one.reads == {"a": "x"}
