"""Whether what an author guarantees holds on every path, and if not a path that breaks it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.feasible import Paths, Stage
from analyzer.facts.keys import definite
from analyzer.facts.keyset import EVERYTHING
from analyzer.facts.machine import By, Machine, Move
from analyzer.facts.net import Kind, Net
from analyzer.facts.repetition import most_times, way
from analyzer.facts.unfolding import Unfolding
from analyzer.facts.watching import Watched, Watching, certain, decides
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.guarantee import AtMost, Decides, Guarantee, Never, Passes
from chaindsl.graph.unknown import Unknown

_ENTERED = (Kind.STEP, Kind.NESTED, Kind.WORK, Kind.STATE)
_DONE = (Kind.STEP, Kind.NESTED, Kind.DONE, Kind.STATE)


@dataclass(frozen=True, slots=True)
class Broken:
    """A guarantee that does not hold: a path of nodes or moves that breaks it, or how often a chain does something.

    `sure` says that nothing on the path depends on what can't be known.
    """

    guarantee: Guarantee
    path: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()
    most: int | None = None
    sure: bool = True


@dataclass(frozen=True)
class Guarantees:
    """Judges the guarantees of one flow."""

    flow: Flow
    net: Net
    paths: Paths
    machine: Machine | None
    unfolding: Unfolding | None

    def broken(self) -> list[Broken]:
        """Return those that do not hold; what can't be told is left out."""
        if isinstance(self.flow.guarantees, Unknown):
            return []
        found = (self._judge(guarantee) for guarantee in self.flow.guarantees)
        return [broken for broken in found if broken is not None]

    @cached_property
    def _exact(self) -> tuple[Machine, Unfolding] | None:
        """The machine with its unfolding, where that has all moves of all runs and no others."""
        machine, unfolding = self.machine, self.unfolding
        if machine is None or unfolding is None or machine.open or not unfolding.exact:
            return None
        named = isinstance(machine.workflow.initial, str) and all(
            isinstance(transition.name, str) for transition in machine.workflow.transitions
        )
        return (machine, unfolding) if named else None

    def _judge(self, guarantee: Guarantee) -> Broken | None:
        match guarantee:
            case Passes(str(name)) if not self._named(name, _DONE):
                return None
            case Passes(str(), str()) | Decides(str(), str()) | Never(str(), str()) if self._exact is not None:
                return self._watched(guarantee, *self._exact)
            case Passes(str(name), str(before)) if needed := self._named(name, _DONE):
                return self._first(guarantee, needed, self._named(before, _ENTERED))
            case Decides(str(actor), str(before)):
                return self._first(guarantee, self._decided(actor), self._named(before, _ENTERED))
            case Never(str(name), str(after)):
                return self._never(guarantee, self._named(name, _ENTERED), self._named(after, _DONE))
            case AtMost(str(name), int(times)):
                return self._at_most(guarantee, name, times)
        return None

    def _watched(self, guarantee: Watched, machine: Machine, unfolding: Unfolding) -> Broken | None:
        way = Watching(machine, unfolding, guarantee).broken()
        if way is None:
            return None
        moves = tuple(link.move for link in way if link.move is not None)
        start = () if moves else tuple(sorted(self._named(str(machine.workflow.initial), (Kind.STATE,))))
        return Broken(guarantee, start, moves, sure=certain(machine, unfolding, way))

    def _named(self, name: str, kinds: Iterable[Kind]) -> set[int]:
        return {number for number, node in enumerate(self.net.nodes) if node.name == name and node.kind in kinds}

    def _decided(self, actor: str) -> set[int]:
        return {
            number
            for number, node in enumerate(self.net.nodes)
            if node.kind is Kind.DONE and node.transition is not None and decides(node.transition.actor, actor)
        }

    def _first(self, guarantee: Guarantee, needed: set[int], goals: set[int]) -> Broken | None:
        """Every path to a goal must come by one of the needed nodes."""
        gained = [
            EVERYTHING if node.contract.writes_all else int(number in needed)
            for number, node in enumerate(self.net.nodes)
        ]
        before = definite(self.net, gained)
        missing = {goal for goal in goals if not before[goal] & 1}
        if not missing:
            return None

        def allowed(node: int) -> bool:
            return node in missing or not gained[node]

        return self._path(guarantee, Stage(missing.__contains__, allowed))

    def _never(self, guarantee: Guarantee, names: set[int], after: set[int]) -> Broken | None:
        """No path may come to one of these nodes once it has come by one of the others."""

        def known(node: int) -> bool:
            return not self.net.nodes[node].contract.writes_all

        return self._path(guarantee, Stage(after.__contains__, known), Stage(names.__contains__, known))

    def _path(self, guarantee: Guarantee, *stages: Stage) -> Broken | None:
        found = self.paths.search(*stages)
        return None if found.path is None else Broken(guarantee, found.path, sure=found.sure)

    def _at_most(self, guarantee: Guarantee, name: str, times: int) -> Broken | None:
        if isinstance(self.flow.body, Chain):
            most = most_times(self.flow.body.parts, name)
            return None if most is None or most <= times else Broken(guarantee, most=most)
        return None if self.machine is None else self._repeated(guarantee, self.machine, name, times)

    def _repeated(self, guarantee: Guarantee, machine: Machine, name: str, times: int) -> Broken | None:
        unfolding = self.unfolding
        numbers = {number for number, part in enumerate(machine.workflow.transitions) if part.name == name}
        if unfolding is None or machine.open or not (numbers or name in machine.states):
            return None

        def counts(move: Move) -> bool:
            return move.target == name or (move.transition in numbers and move.by in (By.RUNTIME, By.DECISION))

        more = times + (machine.workflow.initial != name)
        moves = way(machine, unfolding, counts, more) if more else []
        return None if moves is None else Broken(guarantee, moves=tuple(moves), sure=unfolding.exact)
