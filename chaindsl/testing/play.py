"""A flow played through in a test: what `chaindsl testcase --branches` writes, and what people write by hand.

It must not know how such tests are found.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Workflow
from chaindsl.graph.walk import flow_steps
from chaindsl.language.flow import Flow
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.run import Run
from chaindsl.testing.row import ending, row
from chaindsl.testing.script import Answer, shown
from chaindsl.testing.staging import Stage
from chaindsl.vocabulary.command import Command, CommandResult

Decision = tuple[str, Mapping[str, Any]] | None
"""A transition with its arguments; None where nobody decides until the state's time is over."""


class PlayError(ChainDslError, AssertionError):
    """A test asks for what the flow does not have, or the flow for what the test does not have."""


class Played:
    """A run that was played: `steps` are what it did, in order, `ending` is how it ended."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.steps = row(run.trace, run.flow)
        self.ending = ending(run)

    def __getitem__(self, key: str) -> Any:
        """The value under a key."""
        return self.run[key]

    def __repr__(self) -> str:
        return f"<played {self.run.flow}: {', '.join(self.steps)}: {self.ending}>"


def play(
    flow: Flow,
    inputs: Mapping[str, Any],
    *,
    answers: Mapping[str, Answer | Sequence[Answer]] | None = None,
    returns: Mapping[str, Sequence[Any]] | None = None,
    commands: Mapping[str, CommandResult | Sequence[CommandResult]] | None = None,
    decisions: Iterable[Decision] = (),
    **tools: Any,
) -> Played:
    """Run a flow with stubs in the place of models, commands, steps and whoever decides; all else is its own code.

    `answers` are what models answer, by the name of the step that asks; `returns` what steps return that don't run,
    their validators included; `commands` what commands leave behind, by the step that returns them. Each is a row of
    which the last is given as often as it is asked for; an exception in it is raised. `decisions` are taken in turn;
    when there are no more the run stops where it waits. No time passes but where nobody decides. `tools` are handed
    to steps as they are.

    A failure of the run is no exception but its `ending`. Raises PlayError where something is not there, and
    InputError for inputs that don't fit.
    """
    script = {"answers": _rows(answers or {}), "returns": _rows(returns or {}), "commands": _rows(commands or {})}
    cast = Scripted(script, list(decisions))
    _check_names(flow, script)
    stage = Stage(flow.definition, tools)
    run = stage.go(stage.begin(inputs), cast)
    if cast.failure is not None:
        raise cast.failure
    return Played(run)


class Scripted:
    """A cast that says what a test wrote down."""

    def __init__(self, script: Mapping[str, dict[str, list[Any]]], decisions: list[Decision]) -> None:
        self._script = script
        self._decisions = decisions
        self.failure: PlayError | None = None

    def answer(self, step: str, prompt: str) -> str:
        return str(self._next("answers", step, f"a model is asked {shown(prompt)}"))

    def stands_for(self, step: str) -> bool:
        return step in self._script["returns"]

    def value(self, step: str) -> Any:
        return self._next("returns", step, "its body is called")

    def result(self, step: str, command: Command[Any]) -> CommandResult:
        found = self._next("commands", step, f"{' '.join(command.argv)!r} is to be run")
        assert isinstance(found, CommandResult), f"commands[{step!r}] has {found!r}, which is no CommandResult"
        return found

    def decision(self, run: Run) -> tuple[str, Mapping[str, Any]] | float | None:
        if not self._decisions:
            return None
        chosen = self._decisions.pop(0)
        if chosen is not None:
            return chosen
        return waiting_time(run)

    def _next(self, kind: str, step: str, why: str) -> Any:
        rows = self._script[kind].get(step)
        if not rows:
            message = f"{why} in step {step}, and {kind} has nothing for it"
            self.failure = PlayError("not-in-the-test", message, step, None, f"add it to {kind}=")
            raise self.failure
        found = rows.pop(0) if len(rows) > 1 else rows[0]
        if isinstance(found, BaseException) or (isinstance(found, type) and issubclass(found, BaseException)):
            raise found
        return found


def waiting_time(run: Run) -> float:
    """Return the seconds after which a state is left in which nobody decides. Raises PlayError where it never is."""
    state = run.execution.program.state(run.state)
    if state is None or not isinstance(state.timeout, int | float) or not isinstance(state.on_timeout, str):
        message = f"{run.flow} waits in {run.state} for as long as it takes: that state has no timeout="
        raise PlayError("waits-on", message, run.state, None, "let somebody decide")
    return float(state.timeout) + 1.0


def _rows(given: Mapping[str, Any]) -> dict[str, list[Any]]:
    return {name: list(one) if isinstance(one, list | tuple) else [one] for name, one in given.items()}


def _check_names(flow: Flow, script: Mapping[str, dict[str, list[Any]]]) -> None:
    """Raise PlayError for steps that the flow does not have."""
    known = set(_names(flow.definition))
    for kind, rows in script.items():
        for name in rows:
            if name not in known:
                hint = f"its steps are {', '.join(sorted(known))}"
                message = f"{kind} names {name}, which {flow.name} does not have"
                raise PlayError("no-such-step", message, name, None, hint)


def _names(definition: Definition) -> Iterable[str]:
    body = definition.graph.body
    yield from (str(step.name) for step in flow_steps(definition.graph))
    if isinstance(body, Workflow):
        yield from (str(transition.name) for transition in body.transitions)
    for inner in definition.flows.values():
        yield from _names(inner)
