"""Goes through a flow step by step with values that somebody gives: nothing of it is run, and no code is loaded.

It follows the graph as the interpreter does. What only code could say, somebody is asked: what a step writes, whether a
predicate holds, what an agent or a person decides.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyzer.facts.contract import name_of
from analyzer.facts.measures import calls_of_attempt
from chaindsl.draw.wording import cut, name
from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Part, Repeat
from chaindsl.graph.outputs import flow_outputs
from chaindsl.graph.reads import step_reads
from chaindsl.graph.step import Source, Step
from chaindsl.graph.typeform import Named, TypeForm
from chaindsl.graph.unknown import Unknown, known
from chaindsl.review.simulation.machine_by_hand import MachineByHand
from chaindsl.review.simulation.talk import FAIL, StoppedError, Talk, shown
from chaindsl.review.simulation.typed import UnfitError


@dataclass
class HandRun:
    """One run by hand: how many model calls it makes at most, and what it did in order."""

    talk: Talk
    calls: int = 0
    done: list[str] = field(default_factory=list)
    _loops: list[str] = field(default_factory=list)
    _written: set[str] = field(default_factory=set)

    def flow(self, flow: Flow, given: Mapping[str, Any]) -> dict[str, Any]:
        """Go through a flow and return its outputs. Raises StoppedError where a run would stop, or fail."""
        values = dict(given)
        for part in known(flow.inputs, ()):
            if part.key not in values and not part.optional:
                values[part.key] = self.given(part.key, part.type)
        if isinstance(flow.body, Chain):
            self.parts(flow.body.parts, values)
        else:
            MachineByHand(self, flow.body, values).go()
        return {key: values[key] for key in known(flow_outputs(flow), ()) if key in values}

    def given(self, key: str, form: TypeForm) -> Any:
        """Return what is typed for a value that can't fail."""
        while True:
            try:
                return self.talk.value(key, form)
            except UnfitError:
                self.talk.say("  this can't fail")

    def inside(self, flow: Flow, values: dict[str, Any]) -> None:
        """Go through a flow inside another: it has values of its own, and its loops are its own too."""
        self.talk.say(f"{flow.kind} {name(flow.name)}")
        loops, self._loops = self._loops, []
        handed = {part.key: values[part.key] for part in known(flow.inputs, ()) if part.key in values}
        found = self.flow(flow, handed)
        self._loops = loops
        values.update(found)
        self._written = set(found)

    def parts(self, parts: Sequence[Part], values: dict[str, Any]) -> str | None:
        """Go through parts in a row; return the key that ends a loop around them, None where none does."""
        for part in parts:
            self._written = set()
            ended = self._part(part, values)
            if ended is None and isinstance(part, Step | Nested | Parallel):
                ended = next((key for key in self._loops if key in self._written and values.get(key)), None)
            if ended is not None:
                return ended
        return None

    def _part(self, part: Part, values: dict[str, Any]) -> str | None:
        match part:
            case Step():
                self.step(part, values)
            case Nested(flow):
                self.inside(flow, values)
            case Branch():
                return self.parts(self._route(part, values), values)
            case Repeat():
                return self._repeat(part, values)
            case Parallel():
                self._parallel(part, values)
            case Hole():
                self.talk.say(f"a part that can't be followed is left out: {part.unknown}")
        return None

    def _parallel(self, part: Parallel, values: dict[str, Any]) -> None:
        """Side by side is one after another here, in the author's order."""
        loops, self._loops = self._loops, []
        written: set[str] = set()
        for inner in part.parts:
            self.parts((inner,), values)
            written |= self._written
        self._loops, self._written = loops, written

    def _route(self, part: Branch, values: Mapping[str, Any]) -> Sequence[Part]:
        key = name_of(part.key)
        if key not in values:
            raise StoppedError(f"the branch on {name(key)} finds no value")
        for route in known(part.routes, ()):
            if not isinstance(route.label, Unknown) and route.label.value == values[key]:
                self.talk.say(f"{name(key)} is {shown(values[key])}: route {cut(route.label.label)}")
                return route.parts
        if part.otherwise is None:
            raise StoppedError(f"no route for {name(key)} = {shown(values[key])}")
        self.talk.say(f"{name(key)} is {shown(values[key])}: otherwise")
        return part.otherwise

    def _repeat(self, part: Repeat, values: dict[str, Any]) -> str | None:
        until, limit = name_of(part.until), known(part.limit, 1)
        self._loops.append(until)
        try:
            for number in range(1, limit + 1):
                self.talk.say(f"round {number} of {limit}, until {name(until)}")
                ended = self.parts(part.parts, values)
                if ended is not None:
                    return None if ended == until else ended
        finally:
            self._loops.remove(until)
        if part.exhausted == "fail":
            raise StoppedError(f"the loop until {name(until)} is used up after {limit} rounds")
        return None

    def step(self, step: Step, values: dict[str, Any]) -> None:
        """Ask what a step writes, as often as it may be tried. Raises StoppedError when the last attempt failed."""
        self.talk.say(f"{name(step.name)}{_read(step, values)}")
        most = known(step.attempts.most, 1)
        for attempt in range(1, most + 1):
            self.calls += int(calls_of_attempt(step) or 0)
            try:
                self._attempt(step, values)
            except UnfitError:
                self.talk.say(f"  attempt {attempt} of {most} failed")
                continue
            self.done.append(name_of(step.name))
            return
        if not isinstance(step.fallback, str) or not isinstance(step.writes, str):
            raise StoppedError(f"{name(step.name)} failed")
        self._write(step.writes, _plain(step.fallback), values)
        self.talk.say(f"  {name(step.writes)} = {shown(values[step.writes])}, its fallback")
        self.done.append(name_of(step.name))

    def _attempt(self, step: Step, values: dict[str, Any]) -> None:
        if isinstance(step.writes, str):
            form = Named("list", (step.type,)) if step.each is not None else step.type
            self._write(step.writes, self.talk.value(step.writes, form), values)
        elif self.talk.ask(f"  done? ({FAIL} fails) ") == FAIL:
            raise UnfitError(FAIL)

    def _write(self, key: str, value: Any, values: dict[str, Any]) -> None:
        values[key] = value
        self._written.add(key)


def _plain(text: str) -> Any:
    """What a fallback's JSON stands for."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _read(step: Step, values: Mapping[str, Any]) -> str:
    keys = [read.key for read in step_reads(step) if read.source is not Source.ACTOR and read.key in values]
    return f": {', '.join(f'{name(key)} = {shown(values[key])}' for key in keys)}" if keys else ""
