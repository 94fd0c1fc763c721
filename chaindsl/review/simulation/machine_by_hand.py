"""Goes through a workflow by hand: guards are evaluated, predicates and decisions are asked for."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from analyzer.facts.contract import name_of
from chaindsl.draw.wording import cut, name
from chaindsl.graph.flow import Flow, Transition, Workflow
from chaindsl.graph.guard import Expression, evaluate, guard_text
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Source, Step
from chaindsl.graph.typeform import TypeForm
from chaindsl.graph.unknown import Unknown, known
from chaindsl.review.simulation.talk import StoppedError, Talk

DECIDERS = {Actor.AGENT: "an agent", Actor.HUMAN: "a person"}


class Runs(Protocol):
    """What goes through steps and flows."""

    talk: Talk

    def step(self, step: Step, values: dict[str, Any]) -> None: ...

    def inside(self, flow: Flow, values: dict[str, Any]) -> None: ...

    def given(self, key: str, form: TypeForm) -> Any: ...


class MachineByHand:
    """One way through a workflow: where it stands, and how often it took what."""

    def __init__(self, run: Runs, body: Workflow, values: dict[str, Any]) -> None:
        self._run = run
        self._body = body
        self._values = values
        self._visits: Counter[int] = Counter()
        self._state = name_of(body.initial)

    def go(self) -> None:
        """Take transitions until a final state is reached. Raises StoppedError where a run would stop."""
        final, alone = self._body.final_states(), 0
        while self._state not in final:
            self._run.talk.say(f"state {name(self._state)}")
            taken = next((one for one in self._leaving(computed=True) if self._open(one)), None)
            if taken is None:
                taken, alone = self._decided(), 0
            else:
                alone += 1
            if alone > known(self._body.max_chain_depth, 50):
                raise StoppedError(f"more than {alone - 1} transitions in a row that nobody decided")
            self._take(taken)
        self._run.talk.say(f"state {name(self._state)}, final")

    def _leaving(self, *, computed: bool) -> list[int]:
        return [
            number
            for number, transition in enumerate(self._body.transitions)
            if self._state in known(transition.sources, ()) and (transition.actor is Actor.DETERMINISTIC) is computed
        ]

    def _open(self, number: int) -> bool:
        transition = self._body.transitions[number]
        if isinstance(transition.limit, int) and self._visits[number] >= transition.limit:
            return False
        match transition.guard:
            case None:
                return True
            case Unknown():
                return self._run.talk.yes(f"{name(transition.name)}: does its guard hold?")
            case Expression(condition):
                return self._holds(transition, guard_text(condition), lambda: evaluate(condition, self._values))
        return self._run.talk.yes(f"{name(transition.name)}: does {name(transition.guard.check.name)} hold?")

    def _holds(self, transition: Transition, text: str, judge: Any) -> bool:
        try:
            found = bool(judge())
        except KeyError as error:
            raise StoppedError(f"the guard of {name(transition.name)} misses {error}") from None
        except TypeError as error:
            raise StoppedError(f"the guard of {name(transition.name)} can't be judged: {error}") from None
        self._run.talk.say(f"  {name(transition.name)}: {cut(text)} is {str(found).lower()}")
        return found

    def _decided(self) -> int:
        opened = [number for number in self._leaving(computed=False) if self._open(number)]
        if not opened:
            raise StoppedError(f"nothing can be done in {name(self._state)}")
        for place, number in enumerate(opened, 1):
            transition = self._body.transitions[number]
            decider = "?" if isinstance(transition.actor, Unknown) else DECIDERS[transition.actor]
            self._run.talk.say(f"  {place}. {name(transition.name)} ({decider} decides)")
        return opened[self._run.talk.choice(len(opened))]

    def _take(self, number: int) -> None:
        transition = self._body.transitions[number]
        self._visits[number] += 1
        try:
            self._work(transition)
        except StoppedError:
            if not isinstance(transition.on_failure, str):
                raise
            self._enter(transition, transition.on_failure)
            return
        self._enter(transition, self._target(transition, known(transition.targets, ())))

    def _work(self, transition: Transition) -> None:
        if isinstance(transition.runs, Flow):
            self._run.inside(transition.runs, self._values)
        elif transition.work is not None:
            for read in transition.work.reads:
                if read.source is Source.ACTOR and not read.optional:
                    self._run.given(read.key, read.type)
            self._run.step(transition.work, self._values)

    def _target(self, transition: Transition, targets: Sequence[str]) -> str:
        if not targets:
            raise StoppedError(f"it is not known where {name(transition.name)} leads")
        if len(targets) == 1:
            return targets[0]
        for place, target in enumerate(targets, 1):
            self._run.talk.say(f"  {place}. to {name(target)}")
        return targets[self._run.talk.choice(len(targets))]

    def _enter(self, transition: Transition, state: str) -> None:
        self._run.talk.say(f"  {name(transition.name)} » {name(state)}")
        self._state = state
