"""Kinds of defects: each knows every place of a module where it can be seeded, and which codes tell of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from analyzer.finding import Finding
from tests.mutation.parent import Edit, Parent

Places = Callable[[Parent], Iterator[tuple[str, list[Edit]]]]
"""For a module: what the defect is called there, and the edits that seed it."""


Look = Callable[[Parent, bytes], list[Finding]]
"""What is found in other bytes in the place of a module's."""


@dataclass(frozen=True)
class Seed:
    """One kind of defect. `codes` are those of which any one tells of it, `look` finds them."""

    name: str
    codes: frozenset[str]
    places: Places
    look: Look


@dataclass(frozen=True)
class Mutant:
    """A module with one defect."""

    parent: Parent
    seed: Seed
    place: str
    data: bytes

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return f"{self.parent.name} {self.seed.name} {self.place}"

    def found(self) -> bool:
        """Whether the check tells of the defect."""
        return any(finding.code in self.seed.codes for finding in self.seed.look(self.parent, self.data))


def mutants(parent: Parent, seed: Seed) -> Iterator[Mutant]:
    """Every way to seed a defect of this kind into a module."""
    for place, edits in seed.places(parent):
        yield Mutant(parent, seed, place, parent.edited(*edits))


def seed(name: str, codes: str, look: Look = Parent.findings) -> Callable[[Places], Seed]:
    """Make a kind of defect of the function that finds its places."""
    return lambda places: Seed(name, frozenset(codes.split()), places, look)
