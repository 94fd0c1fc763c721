"""Every way is tried, each once."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.laws.choices import Choices, Exploration

Tree = st.recursive(st.none(), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=12)


def leaves(tree: Any) -> int:
    return 1 if tree is None else sum(map(leaves, tree))


@given(Tree)
def test_every_way_down_a_tree_is_tried_once(tree: Any) -> None:
    def way(choices: Choices) -> tuple[int, ...]:
        at = tree
        found = []
        while at is not None:
            found.append(choices.pick("go", len(at)))
            at = at[found[-1]]
        return tuple(found)

    exploration = Exploration(most=1_000)
    ways = list(exploration.of(way))
    assert exploration.whole
    assert len(set(ways)) == len(ways) == leaves(tree)


def test_what_is_asked_may_hang_on_what_was_decided_under_any_name() -> None:
    def way(choices: Choices) -> tuple[int, ...]:
        first = choices.pick("z", 2)
        return (first,) if first else (first, choices.pick("a", 3))

    assert set(Exploration(most=100).of(way)) == {(0, 0), (0, 1), (0, 2), (1,)}


def test_ways_that_ask_side_by_side_are_tried_in_any_order() -> None:
    seen: list[dict[str, int]] = []

    def way(choices: Choices) -> tuple[int, ...]:
        names = ["a", "b", "c"] if len(seen) % 2 else ["c", "a", "b"]
        found = {name: choices.pick(name, 2) for name in names}
        seen.append(found)
        return tuple(found[name] for name in "abc")

    assert len(set(Exploration(most=100).of(way))) == len(seen) == 8


def test_what_is_left_out_is_said_and_made_up_for_at_random() -> None:
    exploration = Exploration(most=3, more=40)
    found = list(exploration.of(lambda choices: (choices.pick("a", 4), choices.pick("b", 4))))
    assert not exploration.whole
    assert found[:3] == [(0, 0), (0, 1), (0, 2)]
    assert len(set(found)) > 10


def test_a_decision_that_is_not_asked_for_again_ends_the_search_and_nothing_is_called_whole() -> None:
    runs = 0

    def way(choices: Choices) -> list[int]:
        nonlocal runs
        runs += 1
        return [choices.pick(name, 2) for name in ("a", "b") if name == "a" or runs == 1]

    exploration = Exploration(most=100)
    assert list(exploration.of(way)) == [[0, 0], [0], [1]]
    assert not exploration.whole
