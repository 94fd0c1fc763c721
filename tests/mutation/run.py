"""The mutation run: every kind of defect in every place of every clean module, counted."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.mutation import bodies, flows, keys, machines, texts
from tests.mutation.misses import MISSES
from tests.mutation.parent import parents
from tests.mutation.seed import Mutant, Seed, mutants

SEEDS = tuple(
    value for part in (keys, flows, machines, bodies, texts) for value in vars(part).values() if isinstance(value, Seed)
)


@dataclass
class Tally:
    """How many mutants of a kind there were, and which were not found."""

    seeded: int = 0
    missed: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share that was found, between 0 and 1."""
        return 1 - len(self.missed) / self.seeded if self.seeded else 1.0


def all_mutants(every: int = 1) -> Iterator[Mutant]:
    """Every mutant; or of each kind one of so many, and those that are known to be missed."""
    modules = list(parents())
    for seed in SEEDS:
        made = (mutant for parent in modules for mutant in mutants(parent, seed))
        yield from (mutant for number, mutant in enumerate(made) if number % every == 0 or mutant.name in MISSES)


def tallied(every: int = 1) -> dict[str, Tally]:
    """The tally of each kind."""
    found = {seed.name: Tally() for seed in SEEDS}
    for mutant in all_mutants(every):
        tally = found[mutant.seed.name]
        tally.seeded += 1
        if not mutant.found():
            tally.missed.append(mutant.name)
    return found


def table(tallies: dict[str, Tally]) -> str:
    """The summary, a line for each kind, then the misses with their reasons."""
    codes = {seed.name: " ".join(sorted(seed.codes)) for seed in SEEDS}
    width = max(map(len, tallies))
    lines = [f"{'defect':{width}}  seeded  found  share  told by"]
    for name, tally in tallies.items():
        found = tally.seeded - len(tally.missed)
        lines.append(f"{name:{width}}  {tally.seeded:6}  {found:5}  {tally.share:5.0%}  {codes[name]}")
    whole = Tally(
        sum(one.seeded for one in tallies.values()), [name for one in tallies.values() for name in one.missed]
    )
    lines.append(f"{'all':{width}}  {whole.seeded:6}  {whole.seeded - len(whole.missed):5}  {whole.share:5.1%}")
    told = [f"missed: {name}: {MISSES.get(name, 'NOT EXPLAINED')}" for name in whole.missed]
    return "\n".join([*lines, "", *told])
