"""From a workflow to its net.

Behind a state's node stand the guards that are tried in order, each read where it is asked, then the wait for a
decision, which reads the guards of all that is offered. A transition's work is one node, whichever state it is taken
from; its write is another, which is reached only if the work does not fail.
"""

from collections.abc import Callable

from analyzer.facts.contract import Contract, guard_uses, name_of, step_contract
from analyzer.facts.machine import Here, Machine
from analyzer.facts.net import Edge, Kind, Loose, Net, Node
from analyzer.facts.verdict import Verdict
from chaindsl.graph.flow import Flow, Transition
from chaindsl.graph.guard import Condition, Expression, Not
from chaindsl.graph.unknown import Unknown


class WorkflowNet:
    """Adds the states and transitions of a workflow to a net."""

    def __init__(self, net: Net, machine: Machine, nested: Callable[[Flow], Contract]) -> None:
        self.net = net
        self.machine = machine
        self._nested = nested
        self._hub: int | None = None
        self._states: dict[str, int] = {}
        self._works: list[int] = []

    def build(self) -> None:
        """Add everything, from the start to the end."""
        for name, here in self.machine.states.items():
            place = here.declared.place if here.declared else None
            anything = self.machine.open and not here.final
            contract = Contract(reads_all=anything, writes_all=anything)
            self._states[name] = self.net.add(Node(Kind.STATE, f"state `{name}`", place, contract, name))
        for transition in self.machine.workflow.transitions:
            self._works.append(self._work(transition))
        initial = self.machine.workflow.initial
        self._lead(Net.START, [initial] if isinstance(initial, str) else None)
        for here in self.machine.states.values():
            self._leave(here)

    def _work(self, transition: Transition) -> int:
        """Add a transition's work and its write, and where both lead."""
        name = name_of(transition.name)
        before, after = self._contracts(transition)
        title = f"transition `{name}`"
        work = self.net.add(Node(Kind.WORK, title, transition.place, before, name, transition=transition))
        done = self.net.add(Node(Kind.DONE, title, transition.place, after, name, transition=transition))
        self.net.edges[work].append(Edge(done))
        self._lead(done, None if isinstance(transition.targets, Unknown) else list(transition.targets))
        if transition.on_failure is not None:
            self._lead(work, None if isinstance(transition.on_failure, Unknown) else [transition.on_failure])
        return work

    def _contracts(self, transition: Transition) -> tuple[Contract, Contract]:
        runs = transition.runs
        found = Contract() if transition.work is None else step_contract(transition.work, handed=runs is not None)
        if isinstance(runs, Unknown):
            written = Contract(writes_all=True)
        elif runs is not None:
            written = Contract(writes=self._nested(runs).writes, writes_all=self._nested(runs).writes_all)
        else:
            written = Contract(writes=found.writes, writes_all=found.writes_all)
        return Contract(found.uses, reads_all=found.reads_all), written

    def _lead(self, node: int, targets: list[str] | None) -> None:
        if targets is None:
            self.net.edges[node].append(Edge(self._anywhere(), sure=False))
        else:
            self.net.edges[node].extend(Edge(self._states[target]) for target in dict.fromkeys(targets))

    def _anywhere(self) -> int:
        """The node from which the run may go to any state."""
        if self._hub is None:
            self._hub = self.net.add(Node(Kind.HOLE, "a state that is not known"))
            self.net.edges[self._hub].extend(Edge(state, sure=False) for state in self._states.values())
        return self._hub

    def _leave(self, here: Here) -> None:
        """Add the guards of a state, in order, and the wait behind them."""
        state = self._states[here.name]
        if here.final:
            self.net.edges[state].append(Edge(Net.END))
            return
        if self.machine.open:
            self._lead(state, None)
        loose = [Loose(state)]
        last = max((n for n, taken in enumerate(here.choice.taken) if taken is not Verdict.NO), default=-1)
        for index, number in enumerate(here.tried):
            taken = here.choice.taken[index] is not Verdict.NO
            falls = index < last or here.choice.gap is not Verdict.NO
            loose = self._guard(number, loose, taken=taken, falls=falls)
        if here.offered and here.choice.gap is not Verdict.NO:
            self._wait(here, loose)

    def _guard(self, number: int, loose: list[Loose], *, taken: bool, falls: bool) -> list[Loose]:
        transition = self.machine.workflow.transitions[number]
        guard = transition.guard
        lasting = transition.limit is None and not isinstance(transition.actor, Unknown)
        if guard is None and lasting:
            self.net.link(loose if taken else [], self._works[number])
            return []
        title = f"guard of `{name_of(transition.name)}`"
        contract = Contract(guard_uses(guard), reads_all=isinstance(guard, Unknown))
        node = self.net.add(Node(Kind.GUARD, title, transition.place, contract, transition=transition))
        self.net.link(loose, node)
        condition = guard.condition if isinstance(guard, Expression) else None
        if taken:
            self.net.link([Loose(node, condition)], self._works[number])
        if not falls:
            return []
        return [Loose(node, Not(condition) if condition is not None and lasting else None)]

    def _wait(self, here: Here, loose: list[Loose]) -> None:
        transitions = [self.machine.workflow.transitions[number] for number in here.offered]
        uses = tuple(use for transition in transitions for use in guard_uses(transition.guard))
        open_ = any(isinstance(transition.guard, Unknown) for transition in transitions)
        place = (here.declared.place if here.declared else None) or transitions[0].place
        wait = self.net.add(Node(Kind.WAIT, f"the decision in `{here.name}`", place, Contract(uses, reads_all=open_)))
        self.net.link(loose, wait)
        for index, number in enumerate(here.offered):
            if here.choice.offered[index] is not Verdict.NO:
                self.net.edges[wait].append(Edge(self._works[number], _condition(transitions[index])))
        timeout = here.declared.on_timeout if here.declared else None
        if timeout is not None:
            self._lead(wait, None if isinstance(timeout, Unknown) else [timeout])


def _condition(transition: Transition) -> Condition | None:
    return transition.guard.condition if isinstance(transition.guard, Expression) else None
