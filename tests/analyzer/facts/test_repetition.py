"""How often a run can do something: in chains against all runs there are, in workflows by a way that does."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.repetition import MOST_TIMES, most_times
from chaindsl.graph.flow import Branch, Flow, Nested, Parallel, Part, Repeat
from chaindsl.graph.guarantee import AtMost
from chaindsl.graph.step import Step
from tests.analyzer.building import HOLE, UNKNOWN, branch, chain, go, nested, parallel, repeat, step, workflow

INNER = nested(chain(step("a"), name="inner"))


def parts() -> st.SearchStrategy[list[Part]]:
    leaves: st.SearchStrategy[Part] = st.sampled_from([step("a"), step("b"), INNER])
    return st.lists(
        st.recursive(
            leaves,
            lambda inner: st.one_of(
                st.tuples(st.lists(inner, max_size=2), st.none() | st.lists(inner, max_size=2)).map(
                    lambda both: branch("k", {"x": both[0], "y": ()}, both[1])
                ),
                st.tuples(st.lists(inner, max_size=2), st.integers(1, 3)).map(
                    lambda both: repeat(*both[0], until="done", limit=both[1])
                ),
                st.lists(inner, max_size=2).map(lambda some: parallel(*some)),
            ),
            max_leaves=4,
        ),
        max_size=3,
    )


def counts(parts: list[Part] | tuple[Part, ...], name: str) -> set[int]:
    """How often each of all runs does it."""
    return {sum(row) for row in product(*(set(_counts(part, name)) for part in parts))}


def _counts(part: Part, name: str) -> Iterator[int]:
    match part:
        case Step():
            yield int(part.name == name)
        case Nested(flow):
            yield int(flow.name == name)
        case Branch(_, tuple(routes), otherwise):
            for some in [route.parts for route in routes] + [otherwise or ()]:
                yield from counts(some, name)
        case Repeat(some, _, int(limit)):
            once = counts(some, name)
            for rounds in range(1, limit + 1):
                yield from (sum(row) for row in product(once, repeat=rounds))
        case Parallel(some):
            yield from counts(some, name)


@given(parts())
def test_in_a_chain_it_is_the_most_of_all_runs(some: list[Part]) -> None:
    for name in ("a", "b", "inner", "nobody"):
        assert most_times(some, name) == max(counts(some, name))


@pytest.mark.parametrize(
    "part",
    [
        HOLE,
        Step(UNKNOWN),
        Nested(Flow(UNKNOWN, chain().body)),
        Branch("k", UNKNOWN),
        branch("k", {"x": [HOLE]}),
        branch("k", {"x": []}, [HOLE]),
        parallel(step("b"), HOLE),
        repeat(HOLE, until="done"),
        replace(repeat(step("a"), until="done"), limit=UNKNOWN),
    ],
    ids=str,
)
def test_what_can_not_be_followed_may_do_anything(part: Part) -> None:
    assert most_times([step("a"), part], "a") is None


def test_a_loop_without_it_adds_nothing_whatever_its_limit() -> None:
    assert most_times([step("a"), replace(repeat(step("b"), until="done"), limit=UNKNOWN)], "a") == 1


def broken(flow: Flow) -> list[list[str]]:
    """The ways that break a guarantee, as the names of transitions taken."""
    body = flow.body
    found = FlowFacts(flow).broken_guarantees
    return [
        [str(body.transitions[move.transition].name) for move in one.moves if move.transition is not None]  # type: ignore[union-attr]
        for one in found
    ]


def test_in_a_workflow_there_is_a_way() -> None:
    flow = workflow(
        go("ask", "a > b", by="agent"),
        go("back", "b > a", by="human"),
        go("leave", "b > z", by="human"),
        final="z",
        guarantees=(AtMost("ask", 2), AtMost("leave", 1), AtMost("a", 1), AtMost("ask", MOST_TIMES + 1)),
    )
    assert broken(flow) == [["ask", "back", "ask", "back", "ask"], ["ask", "back"]]


def test_a_limit_is_used_up_on_the_way() -> None:
    flow = workflow(
        go("ask", "a > b", by="agent", limit=2),
        go("back", "b > a", by="human"),
        go("leave", "b > z", by="human"),
        final="z",
        guarantees=(AtMost("ask", 1), AtMost("ask", 2), AtMost("b", 1)),
    )
    assert broken(flow) == [["ask", "back", "ask"], ["ask", "back", "ask"]]
