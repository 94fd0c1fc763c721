"""Of the defects that are seeded into clean modules at least 98 % are found, and each miss has its reason."""

import os

import pytest

from tests.mutation.misses import MISSES
from tests.mutation.parent import Parent, parents
from tests.mutation.run import SEEDS, all_mutants, table, tallied

# Every mutant takes minutes; of each kind one in ten does to notice that something is found no more.
EVERY = 1 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 10


@pytest.mark.parametrize("parent", list(parents()), ids=lambda parent: parent.path.stem)
def test_nothing_is_found_in_the_parents(parent: Parent) -> None:
    assert parent.findings() == []


def test_seeded_defects_are_found_and_each_miss_is_explained() -> None:
    tallies = tallied(EVERY)
    missed = {name for tally in tallies.values() for name in tally.missed}
    assert missed == set(MISSES), table(tallies)
    assert all(MISSES.values())
    assert all(tally.seeded for tally in tallies.values())


def test_at_least_so_many_in_a_hundred_are_found() -> None:
    seeded = sum(1 for _ in all_mutants())
    assert seeded >= 2_000
    assert len(MISSES) <= 0.02 * seeded


def test_kinds_of_defects_have_names_of_their_own() -> None:
    assert len({seed.name for seed in SEEDS}) == len(SEEDS) >= 40
