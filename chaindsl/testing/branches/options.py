"""What a cast may say at each point of a run: values by type, and constants that the flow's code compares with."""

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pydantic import TypeAdapter

from chaindsl.graph.flow import Flow, Transition, Workflow
from chaindsl.graph.step import Each, Step, ToolKind
from chaindsl.graph.unknown import known
from chaindsl.graph.walk import flow_steps
from chaindsl.runtime.definition import Definition, Work
from chaindsl.runtime.validation import adapter
from chaindsl.testing.branches.constants import Worth, constants_of, worth_trying
from chaindsl.testing.branches.sample import MOST, accepts, samples
from chaindsl.vocabulary.command import Command, CommandResult

T = TypeVar("T")
WORDS = ("yes", "no", "true", "false", "ok", "1", "0")
BAD = ("<something else>", "")
"""Texts that a strict type rejects."""


class Options:
    """What may be said in one flow, and in the flows inside it. Every list starts with the plainest."""

    def __init__(self, definition: Definition) -> None:
        self._worth = worth_trying(definition)
        self._definition = definition
        self.steps: dict[str, tuple[Step, Work]] = {}
        self.transitions: dict[str, Transition] = {}
        self._known: dict[tuple[str, str], list[Any]] = {}
        self._types: dict[str, list[Any]] = {}
        self._gather(definition)

    def _gather(self, definition: Definition) -> None:
        body = definition.graph.body
        for transition in body.transitions if isinstance(body, Workflow) else ():
            self.transitions.setdefault(str(transition.name), transition)
        for key, form in definition.inputs.items():
            self._types.setdefault(key, []).append(form)
        for step in flow_steps(definition.graph):
            work = definition.works[str(step.name)]
            form = list[work.type] if isinstance(step.each, Each) else work.type  # type: ignore[name-defined]
            self._types.setdefault(str(step.writes), []).append(form)
            self.steps.setdefault(str(step.name), (step, definition.works[str(step.name)]))
        for inner in definition.flows.values():
            self._gather(inner)

    def must_stand_in(self, name: str) -> str | None:
        """Say why the body of a step can't run in a test: it needs a tool, or is an effect. None where it can."""
        step, _ = self.steps[name]
        tools = [tool.name for tool in step.tools if tool.kind is ToolKind.TOOL]
        if tools:
            return f"it uses {', '.join(tools)}"
        if step.effect is not None and step.command is False and not isinstance(self._runs(name), Flow):
            return "it is an effect"
        return None

    def never_empty(self, name: str) -> bool:
        """Say whether every type of the list that an `each` step runs over asks for an item."""
        each = self.steps[name][0].each
        checkers = [_adapter(form) for form in self._types.get(str(each.key), ())] if isinstance(each, Each) else []
        return bool(checkers) and all(one is not None and not accepts(one, []) for one in checkers)

    def is_menu(self, name: str) -> bool:
        """Say whether a step returns the name of the state to go to."""
        return name in self.transitions and self.transitions[name].menu

    def _runs(self, name: str) -> object:
        return self.transitions[name].runs if name in self.transitions else None

    def inputs(self, key: str) -> list[Any]:
        """Values of an input."""
        return self._kept(("input", key), lambda: self._samples(self._definition.inputs.get(key, Any), key))

    def answers(self, name: str) -> list[Any]:
        """Texts that a model may answer a step, then an exception."""
        return self._kept(("answers", name), lambda: [*list(self._texts(name))[: 2 * MOST], OSError("no answer")])

    def values(self, name: str) -> list[Any]:
        """Values that the body of a step may return, then what fails."""
        return self._kept(("values", name), lambda: list(self._returned(name)))

    def results(self, name: str, command: Command[Any]) -> list[CommandResult]:
        """What a command of a step may leave behind: success first, then failure."""
        return self._kept(("results", name), lambda: list(self._results(name, command)))

    def arguments(self, transition: str) -> list[dict[str, Any]]:
        """Arguments that whoever decides may supply."""
        return self._kept(("arguments", transition), lambda: self._arguments(transition))

    def _kept(self, key: tuple[str, str], make: Callable[[], list[T]]) -> list[T]:
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def _samples(self, form: Any, key: str) -> list[Any]:
        worth = self._worth.get(key, Worth())
        try:
            checker = adapter(form)
        except TypeError:
            return []
        return samples(checker, key.replace("_", " "), worth.values.values(), worth.lengths)

    def _texts(self, name: str) -> Iterator[str]:
        step, work = self.steps[name]
        key = str(step.writes or name)
        values = [value for value in self._samples(work.type, key) if value != ""]
        free = work.type is str or (values and all(isinstance(value, str) for value in values))
        found = [value if isinstance(value, str) else _spelled(value) for value in values]
        if not step.parsed:
            found += [one for one in constants_of(work.function) if isinstance(one, str)]
            found += [] if free else list(WORDS)
        yield from dict.fromkeys((*found, *BAD))

    def _returned(self, name: str) -> Iterator[Any]:
        step, work = self.steps[name]
        if step.parsed:
            yield from self._texts(name)
        else:
            key = str(step.writes or name)
            yield from self._labels(name) or self._samples(work.type, key)
            checker = _adapter(work.type)
            if checker is not None and step.fallback is not None:
                yield from (bad for bad in (None, "<something else>", -1) if not accepts(checker, bad))
        yield RuntimeError("it fails")

    def _labels(self, name: str) -> list[str]:
        """The states that a menu may lead to."""
        transition = self.transitions.get(name)
        return list(known(transition.targets, ())) if transition is not None and transition.menu else []

    def _results(self, name: str, command: Command[Any]) -> Iterator[CommandResult]:
        step, work = self.steps[name]
        key = str(step.writes or name)
        outputs = ["", "{}"]
        if command.yields == "text":
            outputs = [text for text in self._samples(work.type, key) if isinstance(text, str)] or [f"<{key}>"]
        elif command.yields == "json":
            outputs = [json.dumps(value) for value in self._samples(command.shape, key)] or ["{}"]
        yield CommandResult(0, outputs[0], "")
        yield CommandResult(1, "", "it fails")
        yield from (CommandResult(0, text, "") for text in outputs[1:])

    def _arguments(self, name: str) -> list[dict[str, Any]]:
        if name not in self.steps:
            return [{}]
        _, work = self.steps[name]
        choices = {key: self._samples(form, key) for key, form in work.actor_types.items()}
        plain = {key: values[0] for key, values in choices.items() if values}
        varied = [{**plain, key: value} for key, values in choices.items() for value in values[1:4]]
        return [plain, *varied]


def _spelled(value: object) -> str:
    """A value as a model would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False)


def _adapter(form: Any) -> TypeAdapter[Any] | None:
    try:
        return adapter(form)
    except TypeError:
        return None
