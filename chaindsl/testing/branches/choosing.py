"""A cast that follows a plan and writes down all it says, so that it can be said again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from chaindsl.runtime.run import Run
from chaindsl.testing.branches.options import Options
from chaindsl.testing.branches.seen import Waited
from chaindsl.vocabulary.command import Command, CommandResult

MOST_DECISIONS = 12


class Point(NamedTuple):
    """Where something is chosen: what kind of thing, for whom, and how often before."""

    kind: str
    name: str
    number: int


Plan = Mapping[Point, int]
Learned = dict[tuple[str, str], int]
"""By kind and name, the first choice that a step has taken."""


class Choosing:
    """`log` holds each point with the choice there and how many there were; `script` what was said, by kind and step.

    What the plan says nothing of is chosen plainly: what worked before, or the same as the last time, or after a
    rejection the next.
    """

    def __init__(self, options: Options, stand_ins: frozenset[str], plan: Plan, learned: Learned) -> None:
        self._options = options
        self.stand_ins = stand_ins
        self._plan = plan
        self._learned = learned
        self._counts: Counter[tuple[str, str]] = Counter()
        self._last: Learned = {}
        self.log: list[tuple[Point, int, int]] = []
        self.script: dict[str, dict[str, list[Any]]] = {"answers": {}, "returns": {}, "commands": {}}
        self.decisions: list[tuple[str, Mapping[str, Any]] | None] = []
        self.waits: list[Waited] = []
        self.run: Run | None = None

    def inputs(self, keys: Mapping[str, bool]) -> dict[str, Any]:
        """Return inputs; those that are optional are left out first."""
        found: dict[str, Any] = {}
        for key, optional in keys.items():
            values = self._options.inputs(key)
            choices = [None, *((value,) for value in values)] if optional else [(value,) for value in values]
            chosen = self._choose("input", key, choices) if choices else None
            if chosen is not None:
                found[key] = chosen[0]
        return found

    def answer(self, step: str, prompt: str) -> str:
        return str(self._say("answers", step, self._options.answers(step)))

    def stands_for(self, step: str) -> bool:
        return step in self.stand_ins

    def value(self, step: str) -> Any:
        return self._say("returns", step, self._options.values(step))

    def result(self, step: str, command: Command[Any]) -> CommandResult:
        found = self._say("commands", step, self._options.results(step, command))
        assert isinstance(found, CommandResult)
        return found

    def decision(self, run: Run) -> tuple[str, Mapping[str, Any]] | float | None:
        offered = tuple(link.transition for link in run.links)
        state = str(run.state)
        self.waits.append(Waited(state, offered))
        if len(self.decisions) >= MOST_DECISIONS:
            return None
        choices: list[Any] = [(name, arguments) for name in offered for arguments in self._options.arguments(name)[:1]]
        choices += [(name, arguments) for name in offered for arguments in self._options.arguments(name)[1:]]
        declared = run.execution.program.state(run.state)
        if declared is not None and isinstance(declared.on_timeout, str):
            choices.append(float(declared.timeout) + 1.0)
        chosen = self._choose("decide", state, choices)
        self.decisions.append(None if isinstance(chosen, float) else chosen)
        return chosen  # type: ignore[no-any-return]

    def _say(self, kind: str, step: str, choices: Sequence[Any]) -> Any:
        if not choices:
            raise ValueError(f"nothing can be made up for {step}")
        chosen = self._choose(kind, step, choices)
        self.script[kind].setdefault(step, []).append(chosen)
        if isinstance(chosen, BaseException):
            raise chosen
        return chosen

    def _choose(self, kind: str, name: str, choices: Sequence[Any]) -> Any:
        number = self._counts[kind, name]
        self._counts[kind, name] += 1
        point = Point(kind, name, number)
        chosen = self._plan.get(point, self._usual(kind, name, number)) % len(choices)
        self._last[kind, name] = chosen
        self.log.append((point, chosen, len(choices)))
        return choices[chosen]

    def _usual(self, kind: str, name: str, number: int) -> int:
        if kind == "decide" or self._options.is_menu(name):
            # Never the same again and again, or a run would go in circles.
            return number
        if number == 0:
            return self._learned.get((kind, name), 0)
        last = self._last[kind, name]
        return last if self._accepted(name) else last + 1

    def _accepted(self, step: str) -> bool:
        records = () if self.run is None else self.run.trace
        return next((record.ok for record in reversed(records) if record.step == step), True)

    def learn(self) -> None:
        """Keep, for each step, the choice whose value was taken."""
        for (kind, name), chosen in self._last.items():
            record = next((one for one in reversed(self.run.trace if self.run else ()) if one.step == name), None)
            if record is not None and record.ok and not record.details.fallback:
                self._learned.setdefault((kind, name), chosen)
