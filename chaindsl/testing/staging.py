"""Runs a flow on a stage: its own code runs, and a cast stands for models, commands, steps and whoever decides.

Everything is done in one thread, in the order of the graph, and no time passes, so two runs with one cast are the
same. It must not know where a cast takes its answers from.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

from chaindsl.graph.step import ToolKind
from chaindsl.runtime.action import Action, Callee, Core, Fork, Halt, Shell, Stop, Wait
from chaindsl.runtime.awaited import waited
from chaindsl.runtime.binding import needed_tools
from chaindsl.runtime.deciding import decided
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.run import Run
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.status import Status
from chaindsl.testing.unused_tool import UnusedTool
from chaindsl.vocabulary.command import Command, CommandResult
from chaindsl.vocabulary.model import Completion, Usage

NOON = datetime(2000, 1, 1, 12, tzinfo=UTC)
NOTHING = Usage(0, 0)


class Cast(Protocol):
    """Who stands for what is not there in a test. What it raises is raised where it was asked."""

    def answer(self, step: str, prompt: str) -> str:
        """Return what a model answers a step."""

    def stands_for(self, step: str) -> bool:
        """Say whether the body of a step is not to run."""

    def value(self, step: str) -> Any:
        """Return what the body of a step would return."""

    def result(self, step: str, command: Command[Any]) -> CommandResult:
        """Return what a command would leave behind."""

    def decision(self, run: Run) -> tuple[str, Mapping[str, Any]] | float | None:
        """Return a transition and its arguments, the seconds in which nobody decides, or None to stop here."""


class _Here:
    """What is awaited and what would be called aside, in this thread, since there is but one."""

    def wait(self, pending: Awaitable[Any], /) -> Any:
        return asyncio.run(waited(pending))

    async def aside(self, call: Callable[[], Any], /) -> Any:
        return call()


class Stage:
    """One flow, for one cast after the other. `tools` are handed to steps; those that are missing say so when used."""

    def __init__(self, definition: Definition, tools: Mapping[str, Any] | None = None) -> None:
        self._cast: Cast
        self._now = 0.0
        self._step = ""
        self._checks = dict(_checks(definition))
        environment = Environment(self._clock, lambda: NOON, lambda _: None, new_id=lambda: "run")
        self._runner = Runner(definition, self._tools(definition, tools or {}), environment=environment)

    def begin(self, inputs: Mapping[str, Any]) -> Run:
        """Return a run that has not taken a step yet. Raises InputError."""
        self._now, self._step = 0.0, ""
        return self._runner.begin(inputs)

    def go(self, run: Run, cast: Cast) -> Run:
        """Let a run go as far as the cast has decisions. It says how it ended: nothing is raised for its failure."""
        self._cast = cast
        outcome: Any = None
        while True:
            try:
                self._go_on(run, outcome)
            except ChainError as error:
                if error.run is not run:
                    raise
            if run.status is not Status.WAITING:
                return run
            chosen = self._cast.decision(run)
            if chosen is None:
                return run
            outcome = None
            if isinstance(chosen, float):
                self._now += chosen
            else:
                transition, arguments = chosen
                actor = next((link.actor for link in run.links if link.transition == transition), "agent")
                outcome = decided(run, transition, arguments, actor)

    def _go_on(self, run: Run, outcome: Any) -> None:
        execution = run.execution
        core = execution.begin(run)
        execution.frame.bridge.driver = _Here()
        try:
            stop = self._drive(core, outcome)
        except BaseException as error:
            execution.broken(run, error)
            raise
        execution.stopped(run, stop)

    def _drive(self, core: Core, outcome: Any = None) -> Stop:
        """Advance a core until it stops."""
        try:
            action = core.send(outcome)
            while not isinstance(action, Halt | Wait):
                try:
                    outcome = self._perform(action)
                except BaseException as error:  # noqa: BLE001  the core decides what an exception means
                    action = core.throw(error)
                else:
                    action = core.send(outcome)
            return action
        except StopIteration:
            return None

    def _perform(self, action: Action) -> Any:
        match action:
            case Shell(command):
                return self._cast.result(self._step, command)
            case Fork():
                while (taken := action.next()) is not None:
                    index, core = taken
                    action.stopped(index, core, self._drive(core))
            case (callee, args, kwargs):
                return self._call(callee, args, kwargs)
        return None

    def _call(self, callee: Callee, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        if callee.body:
            self._step = callee.name
            if self._cast.stands_for(callee.name):
                return self._cast.value(callee.name)
        elif callee.function in self._checks.get(self._step, ()) and self._cast.stands_for(self._step):
            return None
        made = callee.function(*args, **kwargs)
        return asyncio.run(waited(made)) if callee.asynchronous else made

    def _tools(self, definition: Definition, tools: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = dict(tools)
        for step, tool in needed_tools(definition):
            if tool.kind is ToolKind.MODEL:
                found.setdefault(tool.name, self._complete)
            elif tool.required and tool.name not in found:
                found[tool.name] = UnusedTool(tool.name, str(step.name))
        for _, tool in needed_tools(definition):
            if tool.kind is ToolKind.MODEL and isinstance(found[tool.name], UnusedTool):
                found[tool.name] = self._complete
        return found

    def _complete(self, prompt: str, /) -> str:
        return Completion(self._cast.answer(self._step, prompt), usage=NOTHING)

    def _clock(self) -> float:
        return self._now


def _checks(definition: Definition) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The validators of each step of a flow, and of the flows inside it."""
    for name, work in definition.works.items():
        yield name, work.validators
    for inner in definition.flows.values():
        yield from _checks(inner)
