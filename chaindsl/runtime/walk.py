"""One run's way through the states of a workflow."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from chaindsl.graph.state import Actor
from chaindsl.runtime.action import Halt, Moves, Wait, relayed
from chaindsl.runtime.decision import Decision
from chaindsl.runtime.desk import Taken, accept, offer
from chaindsl.runtime.edge import Edge
from chaindsl.runtime.failure import BudgetExceeded, ChainError, DepthExceeded, GuaranteeBroken, Stuck
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.inquiry import Inquiry, explained
from chaindsl.runtime.machine import Machine
from chaindsl.runtime.past import Before, Interrupted, Turned
from chaindsl.runtime.retrace import Retrace
from chaindsl.trace.details import ABSENT, NO_DETAILS
from chaindsl.trace.record import Record
from chaindsl.trace.scope import Scope
from chaindsl.trace.site import Site

_HALTING = BudgetExceeded | GuaranteeBroken | Before | Interrupted
"""What no `on_failure` leads on from."""


class WorkflowPart:
    """A whole workflow as something that runs on a frame."""

    __slots__ = ("_machine",)

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def perform(self, frame: Frame) -> Moves[None]:
        """Run from the initial state to a final one."""
        yield from Walk(self._machine, frame).perform()


class Walk:
    """Where one run stands and how often it took what.

    `visits` counts how often each transition was begun, `depth` how many the runtime took by itself since somebody
    decided, `looked` what the guards said that were looked at on the way to the next.
    """

    def __init__(self, machine: Machine, frame: Frame) -> None:
        self._machine = machine
        self._frame = frame
        self._retrace = Retrace(frame)
        self._looked: dict[str, bool] = {}
        self._state = machine.initial
        self._visits: Counter[str] = Counter()
        self._depth = 0

    def perform(self) -> Moves[None]:
        """Take transitions until a final state is reached."""
        yield from self._start()
        while self._state not in self._machine.final:
            taken = yield from self._next()
            while taken is not None:
                taken = yield from self._take(taken)

    def _start(self) -> Moves[None]:
        """Enter the initial state, unless that alone would break a guarantee: then halt, however often it is tried."""
        while True:
            try:
                self._check_state(self._machine.initial)
                break
            except GuaranteeBroken as broken:
                yield from self._halted(broken, None)
        self._enter(self._machine.initial)

    def _next(self) -> Moves[Taken | None]:
        """Return the next transition to take; None when the run has moved by itself, to look again."""
        if (move := self._retrace.next()) is not None:
            return self._again(move)
        while True:
            try:
                self._retrace.halt()
                edge = yield from self._computed()
                if edge is None:
                    return (yield from self._decided())
                if self._depth < self._machine.max_depth:
                    self._depth += 1
                    return Taken(edge, Actor.DETERMINISTIC)
                failure: ChainError = DepthExceeded(self._state, self._machine.max_depth, self._machine.place)
            except ChainError as error:
                failure = error
            answer = yield from self._halted(failure, None)
            self._depth = 0
            if answer is not None:
                return answer

    def _again(self, move: Mapping[str, Any]) -> Taken | None:
        """Go where the run went before it was restored."""
        if "transition" in move:
            edge, actor = self._machine.edges[move["transition"]], Actor(move["actor"])
            self._depth = self._depth + 1 if actor is Actor.DETERMINISTIC else 0
            # What was redacted is gone: a transition that needs it again says so.
            given = {} if move.get("hidden") else edge.supplied.accept(move["arguments"])
            return Taken(edge, actor, given, told=True)
        self._depth = 0
        if "state" in move:
            self._leave_waiting(move["state"], self._frame.clock(), move["seconds"])
        return None

    def _computed(self) -> Moves[Edge | None]:
        """The first transition that the runtime may take by itself."""
        self._looked = {}
        for edge in self._machine.computed(self._state):
            if (yield from self._open(edge)):
                return edge
        return None

    def _opened(self) -> Moves[list[Edge]]:
        """The transitions that somebody may decide to take now."""
        found = []
        for edge in self._machine.decided(self._state):
            if (yield from self._open(edge)):
                found.append(edge)  # noqa: PERF401  a comprehension can't yield
        return found

    def _open(self, edge: Edge) -> Moves[bool]:
        if edge.limit is not None and self._visits[edge.name] >= edge.limit:
            return False
        if edge.gatekeeper is None:
            return True
        holds = self._looked[edge.name] = yield from edge.gatekeeper.holds(self._frame)
        return holds

    def _decided(self) -> Moves[Taken | None]:
        """Wait until somebody decides; None when that took longer than the state allows, and the run moved on."""
        since = self._frame.clock() - self._retrace.waited()
        refusal: ChainError | None = None
        while True:
            opened = yield from self._opened()
            if not opened:
                raise self._stuck()
            answer = yield Wait(offer(self._machine, self._frame.run_id, self._state, opened), refusal)
            if isinstance(answer, Inquiry):
                refusal = yield from self._asked(answer, None)
                continue
            if self._expired(since):
                return None
            if isinstance(answer, Decision):
                opened = yield from self._opened()
                try:
                    taken = accept(self._machine, self._state, opened, None, answer)
                except ChainError as error:
                    refusal = error
                    continue
                self._depth = 0
                return taken
            refusal = None

    def _halted(self, error: ChainError, failed: Taken | None) -> Moves[Taken | None]:
        """Halt until the run is told to go on: with another transition, or None to try again."""
        refusal: ChainError | None = None
        while True:
            opened = yield from self._opened_if_possible()
            there = offer(self._machine, self._frame.run_id, self._state, opened, failed)
            answer = yield Halt(error, there, refusal)
            if isinstance(answer, Inquiry):
                refusal = yield from self._asked(answer, None if failed is None else failed.edge)
                continue
            if not isinstance(answer, Decision):
                return None
            opened = yield from self._opened_if_possible()
            try:
                return accept(self._machine, self._state, opened, failed, answer)
            except ChainError as again:
                refusal = again

    def _asked(self, inquiry: Inquiry, failed: Edge | None) -> Moves[ChainError | None]:
        """Explain a transition; the result is why that can't be done."""
        try:
            yield from explained(self._machine, self._frame, inquiry, self._visits, failed)
        except ChainError as error:
            return error
        return None

    def _opened_if_possible(self) -> Moves[list[Edge]]:
        """What is open, nothing where a guard can't be judged: the run has failed already."""
        try:
            return (yield from self._opened())
        except ChainError:
            return []

    def _take(self, taken: Taken) -> Moves[Taken | None]:
        """Take a transition. The result is another one, chosen when this one had failed, or None."""
        edge = taken.edge
        self._retrace.note(taken, self._state, self._looked)
        self._visits[edge.name] += 1
        visit = self._visit(taken)
        core = edge.perform(visit)
        while True:
            try:
                self._check(edge, None if edge.menu else edge.targets[0], taken.actor)
                end = yield from relayed(core)
                if isinstance(end, str):
                    self._check(edge, end, taken.actor)
                    self._arrive(edge, end, taken.actor)
                    return None
            except ChainError as error:
                core, end = edge.perform(visit), error
            failure = self._turned(edge, end)
            if failure is None:
                core.close()
                return None
            answer = yield from self._halted(failure, taken)
            if answer is not None:
                core.close()
                return answer

    def _turned(self, edge: Edge, error: ChainError) -> ChainError | None:
        """Go where failures lead, if this one may; else return what the run halts with."""
        turned = isinstance(error, Turned)
        if edge.on_failure is None or (isinstance(error, _HALTING) and not turned):
            return error
        try:
            self._check_state(edge.on_failure)
        except GuaranteeBroken as broken:
            return broken
        if not turned:
            self._retrace.moved(edge.on_failure, "failure")
        self._enter(edge.on_failure)
        return None

    def _visit(self, taken: Taken) -> Frame:
        """A frame of its own for one visit of a transition."""
        edge, outer = taken.edge, self._frame.scope
        number = self._visits[edge.name]
        path = outer.path if number == 1 else f"{outer.path}/visit {number}"
        visit = self._frame.within(Scope(path, outer.began, self._state, edge.name, taken.actor))
        visit.arguments = taken.arguments
        visit.shown = edge.shown(taken.arguments, self._frame.secrets)
        return visit

    def _check(self, edge: Edge, target: str | None, actor: Actor) -> None:
        watch = self._frame.watch
        if watch is not None and target is not None:
            watch.before_move(edge.name, target, actor)
        elif watch is not None:
            watch.before(edge.name)

    def _check_state(self, state: str) -> None:
        """Hold the guarantees against a state that is entered on no transition's way."""
        if self._frame.watch is not None:
            self._frame.watch.before(state)

    def _arrive(self, edge: Edge, target: str, actor: Actor) -> None:
        if self._frame.watch is not None:
            self._frame.watch.did(edge.name, actor)
        self._enter(target)

    def _enter(self, state: str) -> None:
        self._state = self._frame.state = state
        if self._frame.watch is not None:
            self._frame.watch.did(state)
        for key in self._machine.dead.get(state, ()):
            self._frame.drop(key)

    def _stuck(self) -> Stuck:
        said = []
        for edge in (*self._machine.computed(self._state), *self._machine.decided(self._state)):
            used = edge.limit is not None and self._visits[edge.name] >= edge.limit
            said.append(
                f"{edge.name} was taken {edge.limit} times" if used else f"the guard of {edge.name} does not hold"
            )
        return Stuck(self._state, "; ".join(said) or "no transition leaves it", self._machine.place)

    def _expired(self, since: float) -> bool:
        """Leave a state that was waited in for too long, where its author says so."""
        state = self._machine.state(self._state)
        if state is None or not isinstance(state.timeout, int | float) or not isinstance(state.on_timeout, str):
            return False
        waited = self._frame.clock() - since
        if waited < state.timeout:
            return False
        self._check_state(state.on_timeout)
        self._retrace.moved(state.on_timeout, "timeout", waited)
        self._leave_waiting(state.on_timeout, since, waited)
        return True

    def _leave_waiting(self, target: str, since: float, waited: float) -> None:
        site = Site(self._machine.name, "timeout")
        site.target = target
        scope = Scope(self._frame.scope.path, self._frame.scope.began, self._state, None, Actor.DETERMINISTIC)
        self._frame.emit(Record(site, scope, None, 1, since, waited, (), ABSENT, NO_DETAILS))
        self._enter(target)
