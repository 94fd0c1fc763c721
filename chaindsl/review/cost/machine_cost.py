"""What a workflow costs: the cheapest way to an end, the mean over all ways, and the dearest.

From each point of the machine, unfolded by the analyzer, every transition that can be taken there is, as often as its
weight says; what a failed work does is what its success leaves over.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.contract import name_of
from analyzer.facts.machine import By, Machine, Move
from analyzer.facts.unfolding import Link, Unfolding
from chaindsl.graph.flow import Transition
from chaindsl.graph.state import Actor
from chaindsl.review.cost.absorbing import Absorbing, Arc
from chaindsl.review.cost.bill import UNITS, Bill
from chaindsl.review.cost.spread import Amount, Spread

_FAILED = (By.FAILURE, By.FAILED_DECISION)


@dataclass(frozen=True)
class MachineCost:
    """Costs of one workflow.

    `bills` are those of its transitions, `weight` says how often each is taken, and `most` what a run costs at most in
    a unit.
    """

    machine: Machine
    unfolding: Unfolding
    bills: Sequence[Bill]
    weight: Callable[[Transition], float]
    most: Callable[[str], Amount]

    @cached_property
    def bill(self) -> Bill:
        """What a run costs from its start to where it ends."""
        units = {name: Spread(self._least(name), self.likely(name), self._most(name)) for name in UNITS}
        return Bill(**units, completes=self._ending_well(self._chain), right=self.right)

    @cached_property
    def right(self) -> float:
        """How likely a run ends well with right values."""
        return self._ending_well(self._right)

    def _ending_well(self, chain: Absorbing) -> float:
        return chain.mean([0.0] * len(self.bills), [float(goal) for goal in self._goals]) or 0.0

    def taken(self, actor: Actor) -> Spread:
        """Return how many transitions of an actor a run takes."""
        counts = [float(t.actor is actor) for t in self.machine.workflow.transitions]
        ends = [0.0] * len(self._arcs)
        return Spread(self._chain.least(counts, self._goals), self._chain.mean(counts, ends), None)

    def _most(self, unit: str) -> Amount:
        """The most in a unit; the units in which no transition costs anything are asked for once."""
        return self._most_of_nothing if unit in self._nothing else self.most(unit)

    @cached_property
    def _most_of_nothing(self) -> Amount:
        return self.most(self._nothing[0])

    @cached_property
    def _nothing(self) -> list[str]:
        if any(transition.runs is not None for transition in self.machine.workflow.transitions):
            return []  # flows inside have budgets of their own in each unit
        return [name for name in UNITS if all(bill.unit(name).most == 0 for bill in self.bills)]

    def _least(self, unit: str) -> Amount:
        return self._chain.least([bill.unit(unit).least for bill in self.bills], self._goals)

    def likely(self, unit: str) -> Amount:
        """Return what a run is likely to spend of a unit."""
        gains = [bill.unit(unit).likely for bill in self.bills]
        return self._chain.mean(gains, [0.0] * len(self._arcs))

    @cached_property
    def _goals(self) -> list[bool]:
        """The points where a run ends well; behind the last is the one where a work has failed for good."""
        return [*(self.machine.states[state].final for state, _, _ in self.unfolding.points), False]

    @cached_property
    def _chain(self) -> Absorbing:
        return Absorbing(self._arcs)

    @cached_property
    def _right(self) -> Absorbing:
        """The same, where a wrong value that nobody notices ends the run too."""
        if all(bill.right == bill.completes for bill in self.bills):
            return self._chain
        return Absorbing([[self._if_right(arc) for arc in arcs] for arcs in self._arcs])

    def _if_right(self, arc: Arc) -> Arc:
        if arc.label < 0 or arc.failed or not self.bills[arc.label].completes:
            return arc
        bill = self.bills[arc.label]
        return Arc(arc.target, arc.chance * bill.right / bill.completes, arc.label)

    @cached_property
    def _arcs(self) -> list[list[Arc]]:
        return [*(list(self._from(links)) for links in self.unfolding.links), []]

    def _from(self, links: Sequence[Link]) -> Iterator[Arc]:
        free = [link for link in links if link.move is None]
        for link in free:
            yield Arc(link.target, 1 / len(free))
        moves = [(link.target, link.move) for link in links if link.move is not None]
        weights = self._weights([move for _, move in moves])
        ways = Counter(_way(move) for _, move in moves)
        for target, move in moves:
            share = weights[move.transition] / ways[_way(move)]
            # Arcs without a chance stay: the cheapest way may lead along them.
            label = -1 if move.transition is None else move.transition
            yield Arc(target, share * self._ending(move), label, move.by in _FAILED)
        caught = {move.transition for _, move in moves if move.by in _FAILED}
        for number in sorted({move.transition for _, move in moves if move.transition is not None} - caught):
            lost = weights[number] * (1 - self.bills[number].completes)
            if lost:
                yield Arc(len(self.unfolding.points), lost, number, failed=True)

    def _weights(self, moves: Sequence[Move]) -> dict[int | None, float]:
        """The share of each transition; a time-out counts only where nothing else can be done."""
        found: dict[int | None, float] = {}
        for move in moves:
            known = None if move.transition is None else self.machine.workflow.transitions[move.transition]
            found[move.transition] = 0.0 if known is None else self.weight(known)
        total = sum(found.values())
        if total:
            return {number: weight / total for number, weight in found.items()}
        return dict.fromkeys(found, 1 / max(len(found), 1))

    def _ending(self, move: Move) -> float:
        """The chance that the work of a move ends the way that the move stands for."""
        if move.transition is None:
            return 1.0
        completes = self.bills[move.transition].completes
        return 1 - completes if move.by in _FAILED else completes


def _way(move: Move) -> tuple[int | None, bool]:
    """What moves of one transition have in common that share its chance: whether its work failed."""
    return move.transition, move.by in _FAILED


def deterministic(machine: Machine) -> list[str]:
    """Return the names of the transitions that nobody has to decide."""
    return [name_of(t.name) for t in machine.workflow.transitions if t.actor is Actor.DETERMINISTIC]
