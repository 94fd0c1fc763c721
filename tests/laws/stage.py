"""A module of flows on the stage: read from its text, imported, and run with every decision in a test's hand."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.check import check_reading
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Finding
from analyzer.rules.registry import RULES
from analyzer.source.project import Project
from analyzer.source.reading import Reading, SourceFlow
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Transition, Workflow
from chaindsl.graph.step import Each, Step, ToolKind
from chaindsl.graph.unknown import known
from chaindsl.graph.walk import flow_steps
from chaindsl.language.flow import Flow
from chaindsl.runtime.definition import Definition, Work
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.run import Run
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.status import Status
from chaindsl.vocabulary.command import cli
from chaindsl.vocabulary.model import Completion, Usage
from tests.analyzer.facts.journeys_at_random import DOMAINS as GUARDED
from tests.laws.choices import Choices
from tests.laws.values import choices_of, digest, value_of
from tests.parity.both import live
from tests.runtime.world import World

GENEROUS = Budget(seconds=10**6, calls=10**6, tokens=10**9, bytes=10**9)
ITEMS = [f"item {number}" for number in range(6)]
DOMAINS: dict[str, tuple[Any, ...]] = {
    "question": ("a question",),
    **{key: tuple(values) for key, values in GUARDED.items()},
    "x": ("x",),
    "y": ("y",),
}


@dataclass(frozen=True)
class Played:
    """How a run ended: `error` is None unless it failed; `decided` counts the decisions that were taken."""

    run: Run
    error: ChainError | None
    decided: int

    @property
    def completed(self) -> bool:
        """Whether it came to its end."""
        return self.run.status is Status.COMPLETED

    @property
    def causes(self) -> list[BaseException]:
        """What it failed with, and what that came from."""
        found: list[BaseException] = []
        error: BaseException | None = self.error
        while error is not None:
            found.append(error)
            error = error.__cause__
        return found


@dataclass(frozen=True)
class Cue:
    """What a body is on the stage: its step, its live work, and the transition that it is the work of."""

    step: Step
    work: Work
    transition: Transition | None = None


@dataclass
class Stage:
    """One module.

    `domains` are the values that inputs and bodies may give a key, where a test says which. `adverse` rejects every
    attempt but the last, so that runs cost what they may cost; `lengths` are those of lists.
    """

    reading: Reading
    findings: list[Finding]
    flow: Flow
    module: Any
    domains: dict[str, tuple[Any, ...]] = field(default_factory=lambda: dict(DOMAINS))
    adverse: bool = False
    lengths: tuple[int, ...] = (2,)

    @property
    def source(self) -> SourceFlow:
        """The outermost flow as its text says it."""
        return next(flow for flow in self.reading.flows if "flow" in flow.symbols and not flow.scope)

    @property
    def facts(self) -> FlowFacts:
        """The facts of the outermost flow."""
        return FlowFacts(self.source.graph, self.source)

    def be_adverse(self) -> None:
        """Reject what can be rejected, and let lists be as long as they may be."""
        steps = [step for part in definitions(self.flow.definition) for step in flow_steps(part.graph)]
        failing = {step.each.limit for step in steps if isinstance(step.each, Each) and step.each.overflow == "fail"}
        self.adverse = True
        self.lengths = (6, *sorted(limit for limit in failing if isinstance(limit, int)))

    def found(self, *codes: str) -> list[Finding]:
        """The findings with one of these codes."""
        return [finding for finding in self.findings if finding.code in codes]

    def play(self, choices: Choices, decisions: int = 6) -> Played:
        """Run once. After so many decisions nobody decides any more."""
        Bodies(self, choices).take_over()
        runner = Runner(self.flow.definition, self._tools, environment=World().environment)
        run = runner.begin(self._inputs(choices), budget=GENEROUS)
        decided = 0
        try:
            runner.proceed(run)
            while run.status is Status.WAITING and decided < decisions:
                link = run.links[choices.pick("decision", len(run.links))]
                decided += 1
                runner.submit(
                    run, link.transition, dict.fromkeys(link.schema.get("properties", ()), "said"), actor=link.actor
                )
        except ChainError as error:
            return Played(run, error, decided)
        return Played(run, None, decided)

    def _inputs(self, choices: Choices) -> dict[str, Any]:
        given = {"items": tuple(ITEMS[:length] for length in self.lengths), **self.domains}
        wanted = [(part.key, given[part.key]) for part in known(self.flow.graph.inputs, ())]
        return {key: values[choices.pick(key, len(values))] for key, values in wanted}

    @property
    def _tools(self) -> dict[str, Any]:
        names = {tool.name: tool for definition in definitions(self.flow.definition) for tool in tools_of(definition)}
        given = {name for name, tool in names.items() if tool.kind in (ToolKind.MODEL, ToolKind.TOOL)}
        return dict.fromkeys(given, model)


def model(prompt: str, /) -> str:
    return Completion("said", usage=Usage(0, 0))


def tools_of(definition: Definition) -> Iterator[Any]:
    for step in flow_steps(definition.graph):
        yield from step.tools


def definitions(definition: Definition) -> Iterator[Definition]:
    """A definition, and those of the flows inside it."""
    yield definition
    for inner in definition.flows.values():
        yield from definitions(inner)


class Bodies:
    """What the bodies of one run do."""

    def __init__(self, stage: Stage, choices: Choices) -> None:
        self._stage = stage
        self._choices = choices
        self._tries: Counter[object] = Counter()
        self._cues = dict(_cues(stage.flow.definition))

    def take_over(self) -> None:
        """Let the module's functions be these."""
        self._stage.module.produce = self.produce
        self._stage.module.produce_soon = self.produce_soon

    async def produce_soon(self, name: str, model: Any = None, *given: Any) -> Any:
        """The same, for bodies that are awaited."""
        await asyncio.sleep(0)
        return self.produce(name, model, *given)

    def produce(self, name: str, model: Any = None, *given: Any) -> Any:
        """Ask the model as often as may be, and return what the step writes; or fail where that is decided."""
        if name not in self._cues:
            return bool(self._choices.pick(name, 2))
        cue = self._cues[name]
        for _ in range(known(cue.step.max_calls, None) or 1 if model is not None else 0):
            model("ask")
        self._fail(name, cue, given)
        if cue.step.command is True:
            return cli("true")
        values = self._stage.domains.get(str(cue.step.writes)) or choices_of(cue.work.type)
        if values:
            return values[self._choices.pick(name, len(values))]
        lengths = self._stage.lengths
        length = lengths[self._choices.pick(f"{name} items", len(lengths))] if "[" in str(cue.work.type) else 0
        return value_of(cue.work.type, name, digest(name, given), length)

    def _fail(self, name: str, cue: Cue, given: tuple[Any, ...]) -> None:
        most = known(cue.step.attempts.most, 1)
        key = (name, repr(given))
        self._tries[key] += 1
        first, last = self._tries[key] % most == 1 or most == 1, self._tries[key] % most == 0
        if self._stage.adverse and not last:
            raise ValueError("not yet")
        if cue.transition is not None and isinstance(cue.transition.on_failure, str):
            decided = f"{name} fails {(self._tries[key] - 1) // most}"
            if first:
                self._tries[decided] = self._choices.pick(decided, 2)
            if self._tries[decided]:
                raise ValueError("never")


def _cues(definition: Definition) -> Iterator[tuple[str, Cue]]:
    """The bodies of a flow and those inside it, by the name of the function."""
    for found in definitions(definition):
        body = found.graph.body
        of = {id(t.work): t for t in body.transitions} if isinstance(body, Workflow) else {}
        for step in flow_steps(found.graph):
            work = found.works.get(str(step.name))
            if work is not None:
                yield work.function.__name__, Cue(step, work, of.get(id(step)))


@contextmanager
def staged(text: str, codes: Iterable[str] = RULES) -> Iterator[Stage]:
    """Write a module, read it, check it and import it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "staged.py"
        path.write_text(text, encoding="utf-8")
        reading = Project().read(path, shown="staged.py")
        assert not reading.problems, reading.problems
        module = live(path, "staged")
        yield Stage(reading, check_reading(reading, codes), module.flow, module)
