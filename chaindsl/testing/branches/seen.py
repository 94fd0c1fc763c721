"""Which turns a run took, read off its trace: the graph is walked along with the records."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat, Transition, Workflow
from chaindsl.graph.outputs import flow_outputs
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Each, Step
from chaindsl.graph.unknown import known
from chaindsl.runtime.block import label_in_graph, label_of
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Stopped
from chaindsl.testing.branches.keys import Keys
from chaindsl.testing.branches.turn import (
    Kind,
    Left,
    Turn,
    guard_said,
    guard_turn,
    items_turn,
    loop_turn,
    move_turn,
    route_turn,
    timeout_turn,
)
from chaindsl.trace.details import ABSENT
from chaindsl.trace.record import Record

End: TypeAlias = Repeat | bool
"""How a part ended: True to go on, False where the run stopped, or the loop that ends there."""


@dataclass(frozen=True, slots=True)
class Waited:
    """A state in which a run waited, and what was offered there."""

    state: str
    offered: tuple[str, ...]


@dataclass
class Walker:
    """Walks one run. `found` are the turns so far."""

    run: Run
    waits: Sequence[Waited] = ()
    found: dict[Turn, None] = field(default_factory=dict)
    _at: int = 0

    def __post_init__(self) -> None:
        self._records: tuple[Record, ...] = self.run.trace

    def flow(self, flow: Flow, path: str, keys: Keys) -> bool:
        """Walk a flow whose records are under `path`; False where the run stopped inside it."""
        if isinstance(flow.body, Chain):
            return self._row(flow, flow.body.parts, path, keys, ()) is True
        return self._machine(flow, flow.body, path, keys)

    def _see(self, turn: Turn) -> None:
        self.found[turn] = None

    def _peek(self) -> Record | None:
        return self._records[self._at] if self._at < len(self._records) else None

    def _row(self, flow: Flow, parts: Sequence[Part], path: str, keys: Keys, loops: tuple[Repeat, ...]) -> End:
        for part in parts:
            before = [keys.writes[str(loop.until)] for loop in loops]
            end = self._part(flow, part, path, keys, loops)
            if isinstance(part, Step | Nested | Parallel) and end is True:
                for loop, count in zip(loops, before, strict=True):
                    key = str(loop.until)
                    if keys.writes[key] != count and keys.values[key]:
                        return loop
            if end is not True:
                return end
        return True

    def _part(self, flow: Flow, part: Part, path: str, keys: Keys, loops: tuple[Repeat, ...]) -> End:
        match part:
            case Step():
                return self._step(flow, part, path, keys)
            case Nested(inner):
                return self._nested(inner, path, keys)
            case Branch():
                return self._branch(flow, part, path, keys, loops)
            case Repeat():
                return self._loop(flow, part, path, keys, loops)
            case Parallel():
                return all(self._row(flow, (leg,), path, keys, ()) is True for leg in part.parts)
        return False

    def _step(self, flow: Flow, step: Step, path: str, keys: Keys) -> bool:
        tried = self._attempts(f"{path}/{step.name}", each=isinstance(step.each, Each))
        if not tried or not tried[-1].ok:
            return False
        last = tried[-1]
        if last.details.items is not None:
            self._see(items_turn(flow, step, last.details.items + last.details.dropped))
        self._outcome(flow, step, tried)
        keys.put(str(step.writes), last.output)
        return True

    def _attempts(self, path: str, *, each: bool = False) -> list[Record]:
        """Take the records of one step, up to the one with its value."""
        tried: list[Record] = []
        while (record := self._peek()) is not None and record.path == path:
            self._at += 1
            tried.append(record)
            if record.details.items is not None if each else record.ok:
                break
        whole = not each or (bool(tried) and tried[-1].details.items is not None)
        return tried if whole else []

    def _outcome(self, flow: Flow, step: Step, tried: Sequence[Record]) -> None:
        name, subject = str(flow.name), str(step.name)
        if any(record.details.fallback for record in tried):
            self._see(Turn(Kind.FALLBACK, name, subject))
        rejected = {record.item for record in tried if not record.ok and record.details.rejected is not ABSENT}
        repaired = any(record.ok and not record.details.fallback and record.item in rejected for record in tried)
        if repaired and known(step.validators, ()):
            self._see(Turn(Kind.REPAIR, name, subject))

    def _nested(self, flow: Flow, path: str, keys: Keys) -> bool:
        given = {entry.key: keys.values[entry.key] for entry in known(flow.inputs, ()) if entry.key in keys.values}
        inner = Keys(given)
        if not self.flow(flow, f"{path}/{flow.name}", inner):
            return False
        for key in known(flow_outputs(flow), ()):
            if key in inner.values:
                keys.put(key, inner.values[key])
        return True

    def _branch(self, flow: Flow, part: Branch, path: str, keys: Keys, loops: tuple[Repeat, ...]) -> End:
        if part.key not in keys.values:
            return False
        value: Any = keys.values[str(part.key)]
        wanted = [label_of(value)] + ([label_of(value.value)] if hasattr(value, "value") else [])
        for label in wanted:
            for route in known(part.routes, ()):
                if label_in_graph(route.label) == label:  # type: ignore[arg-type]  # routes of a flow that runs are known
                    self._see(route_turn(flow, part, route.label.label))  # type: ignore[union-attr]  # see above
                    return self._row(flow, route.parts, path, keys, loops)
        if part.otherwise is None:
            return False
        self._see(route_turn(flow, part, None))
        return self._row(flow, part.otherwise, path, keys, loops)

    def _loop(self, flow: Flow, part: Repeat, path: str, keys: Keys, loops: tuple[Repeat, ...]) -> End:
        for number in range(1, known(part.limit, 1) + 1):
            end = self._row(flow, part.parts, f"{path}/round {number}", keys, (*loops, part))
            if end is part:
                self._see(loop_turn(flow, part, Left.FIRST if number == 1 else Left.LATER))
                return True
            if end is not True:
                return end
        self._see(loop_turn(flow, part, Left.LIMIT))
        return part.exhausted == "continue"

    def _machine(self, flow: Flow, body: Workflow, path: str, keys: Keys) -> bool:
        state, visits, name = str(body.initial), Counter[str](), str(flow.name)
        while (record := self._peek()) is not None and record.path.startswith(f"{path}/"):
            at = self._at
            if record.step == "timeout" and record.transition is None and record.state is not None:
                self._at += 1
                self._shut(name, body, state, None, visits)
                self._see(timeout_turn(name, state, str(record.target)))
                state = str(record.target)
                continue
            taken = self._taken(body, path, state, record, visits, keys)
            if taken is None:
                return False
            self._shut(name, body, state, taken, visits)
            visits[str(taken.name)] += 1
            state = self._moved(flow, taken, state, keys)
            if self._at == at:
                return False
        if self.run.stopped is Stopped.STUCK and self.run.state == state:
            self._shut(name, body, state, None, visits, decided=True)
        return state in body.final_states()

    def _taken(
        self, body: Workflow, path: str, state: str, record: Record, visits: Mapping[str, int], keys: Keys
    ) -> Transition | None:
        """The transition that the next record belongs to; the records of a flow that it runs are taken."""
        for transition in body.transitions:
            visit = visits.get(str(transition.name), 0) + 1
            where = path if visit == 1 else f"{path}/visit {visit}"
            if record.transition == transition.name and record.path == f"{where}/{transition.name}":
                return transition
            runs = transition.runs
            if not isinstance(runs, Flow) or state not in known(transition.sources, ()):
                continue
            if record.path.startswith(f"{where}/{runs.name}/"):
                self._inside(transition, runs, f"{where}/{runs.name}", keys)
                return transition
        return None

    def _inside(self, transition: Transition, flow: Flow, path: str, keys: Keys) -> None:
        """Walk the flow that a transition runs, whose inputs are the transition's parameters."""
        reads = transition.work.reads if transition.work else ()
        inner = Keys({read.parameter: keys.values[read.key] for read in reads if read.key in keys.values})
        if self.flow(flow, path, inner):
            for key in known(flow_outputs(flow), ()):
                if key in inner.values:
                    keys.put(key, inner.values[key])

    def _moved(self, flow: Flow, taken: Transition, state: str, keys: Keys) -> str:
        """Take the attempts of a transition and return the state where the run goes."""
        record = self._peek()
        tried = self._attempts(record.path) if record is not None and record.transition == taken.name else []
        name = str(flow.name)
        if tried and tried[-1].ok:
            target = str(tried[-1].target)
            if taken.work is not None:
                self._outcome(flow, taken.work, tried)
            if tried[-1].writes is not None:
                keys.put(tried[-1].writes, tried[-1].output)
            self._see(move_turn(name, str(taken.name), state, target))
            return target
        if isinstance(taken.on_failure, str) and (self._peek() is not None or self.run.state == taken.on_failure):
            self._see(move_turn(name, str(taken.name), state, taken.on_failure, failed=True))
            return taken.on_failure
        return state

    def _shut(
        self,
        flow: str,
        body: Workflow,
        state: str,
        taken: Transition | None,
        visits: Mapping[str, int],
        *,
        decided: bool = False,
    ) -> None:
        """See the guards that did not hold in a state before something was taken there."""
        for transition in body.transitions:
            if transition is taken and transition.actor is Actor.DETERMINISTIC:
                break
            computed = transition.actor is Actor.DETERMINISTIC
            used = isinstance(transition.limit, int) and visits.get(str(transition.name), 0) >= transition.limit
            if state in known(transition.sources, ()) and (computed or decided) and not used and guard_said(transition):
                self._see(guard_turn(flow, transition))


def turns_of(flow: Flow, run: Run, given: Mapping[str, Any], waits: Sequence[Waited]) -> list[Turn]:
    """Return the turns that a run took, in order. `given` are its inputs, `waits` where it waited."""
    walker = Walker(run, waits)
    walker.flow(flow, str(flow.name), Keys(given))
    if isinstance(flow.body, Workflow):
        for wait in waits:
            for transition in flow.body.transitions:
                here = wait.state in known(transition.sources, ()) and not isinstance(transition.limit, int)
                if here and guard_said(transition) and transition.name not in wait.offered:
                    walker.found[guard_turn(str(flow.name), transition)] = None
    return list(walker.found)
