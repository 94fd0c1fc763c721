"""Runs the flow of today with what models answered in a run that was recorded, and says where the two differ.

Bodies are run; models, and people who decided, are not asked again. What touched the outside (effects, commands, steps
with tools that nobody gave) is not done again: what it wrote, or failed with, is taken from the record.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow, Workflow
from chaindsl.graph.nearest import nearest
from chaindsl.graph.step import Source, Step, ToolKind
from chaindsl.graph.walk import flow_steps, nested_flows
from chaindsl.runtime.answers import Answers, Difference
from chaindsl.runtime.binding import bind, keys_of, needed_tools
from chaindsl.runtime.decision import Decision
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.driving import drive
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.execution import Execution
from chaindsl.runtime.failure import InputError
from chaindsl.runtime.not_kept import not_kept
from chaindsl.runtime.program import Program
from chaindsl.runtime.recorded import Recorded
from chaindsl.runtime.rehearsal import Rehearsal
from chaindsl.runtime.run import Run
from chaindsl.runtime.secrets import known_to, searching
from chaindsl.runtime.status import Status
from chaindsl.trace.keep import json_text, plain
from chaindsl.trace.recording import Recording
from chaindsl.trace.stored import StoredTrace

_GIVEN = (ToolKind.MODEL, ToolKind.FEEDBACK, ToolKind.IDEMPOTENCY_KEY)


@dataclass(frozen=True, slots=True)
class Replay:
    """`run` is the run of today, `differences` where it is another than the one that was recorded."""

    run: Run
    differences: tuple[Difference, ...]


class NoReplay(ChainDslError):
    """A trace can't be replayed with this flow."""


def replay(
    definition: Definition,
    trace: StoredTrace,
    tools: Mapping[str, Any],
    *,
    start: str | None = None,
    live: Collection[str] = (),
    values: Mapping[str, Any] | None = None,
    environment: Environment | None = None,
) -> Replay:
    """Return what a flow does today with the answers of a trace.

    Everything before the first attempt of `start` is taken from the trace; steps in `live` ask their real models, and
    do what they do. `tools` are those that steps may use, `values` inputs in the place of those in the trace. Raises
    NoReplay for a trace of another flow and for names that are no steps, InputError for inputs that do not fit.
    """
    environment = environment or Environment()
    missing = {tool.name: NotGiven(tool.name) for _, tool in needed_tools(definition) if tool.name not in tools}
    known = known_to(tools)
    hidden = frozenset(map(str, trace.head.get("redacted", ()))) & frozenset(keys_of(definition))
    program = bind(definition, {**missing, **tools}, searching(definition, Recording(hidden), known))
    program.known = known
    steps = {str(step.name): step for step in every_step(program.flow)}
    _check(program, trace, steps, [*([start] if start else []), *live])
    kept = frozenset(name for name, step in steps.items() if name not in live and _outside(step, tools))
    recorded = Recorded(trace, program.name, start, kept, _supplied(program.flow))
    answers = Answers(trace.records, frozenset(live))
    inputs = {**recorded.inputs(program.inputs.keys), **(values or {})}
    try:
        execution = Execution(program, inputs, environment, journal=Rehearsal(recorded.past, recorded.broken))
    except InputError as error:
        raise not_kept(error, "values", values or {}) from error
    execution.frame.answers = answers
    answers.secrets = execution.frame.secrets
    run = Run(program, execution)
    _go(run, environment, recorded)
    return Replay(run, (*answers.differences, *answers.unasked(), *_compared(trace.records, run)))


class NotGiven:
    """Stands for a tool that a replay was not given; models among them answer from the record."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *args: object, **options: object) -> object:
        message = f"the replay was not given {self._name}"
        raise NoReplay("missing-tool", message, self._name, None, "give it, or start behind the step that uses it")


def every_step(flow: Flow) -> Iterator[Step]:
    """Yield the steps of a flow and of the flows in it."""
    yield from flow_steps(flow)
    for inner in nested_flows(flow):
        yield from every_step(inner)


def _supplied(flow: Flow) -> dict[str, frozenset[str]]:
    """The arguments of whoever decides, by transition."""
    steps = flow_steps(flow) if isinstance(flow.body, Workflow) else ()
    return {str(step.name): frozenset(r.key for r in step.reads if r.source is Source.ACTOR) for step in steps}


def _check(program: Program, trace: StoredTrace, steps: Mapping[str, Step], names: Sequence[str]) -> None:
    flow = trace.head.get("flow")
    if flow != program.name:
        message = f"the trace is one of {flow}, and not of {program.name}"
        raise NoReplay("other-flow", message, program.name, program.flow.place)
    for name in names:
        if name not in steps:
            raise NoReplay("no-such-step", f"{program.name} has no step {name}", name, None, nearest(name, steps))


def _outside(step: Step, given: Collection[str]) -> bool:
    """Whether a step touches what a replay must not touch, or can't."""
    if step.effect is not None or step.command is not False:
        return True
    return any(tool.kind not in _GIVEN and tool.required and tool.name not in given for tool in step.tools)


def _go(run: Run, environment: Environment, recorded: Recorded) -> None:
    """Let the run go, through the decisions that were recorded and the attempts that were made again."""
    outcome: Decision | None = None
    while True:
        drive(run, environment, outcome)
        if run.status is Status.WAITING and run.refusal is None:
            outcome = recorded.decision(run.state, {link.transition for link in run.links})
            if outcome is None:
                return
        elif run.status is Status.FAILED and run.links and recorded.tried_again(run.trace):
            outcome = None
        else:
            return


def _compared(records: Sequence[Mapping[str, Any]], run: Run) -> Iterator[Difference]:
    """Where steps wrote something else, were not tried, or were not tried then."""
    then = {(record["path"], record["item"]): record for record in records if record["ok"]}
    now = {(record.path, record.item): record for record in run.trace if record.ok}
    for key in dict.fromkeys((*then, *now)):
        old, new = then.get(key), now.get(key)
        path, item = key
        if old is None and new is not None:
            yield Difference(path, item, new.attempt, "step", None, json_text(plain(new.output)))
        elif new is None and old is not None:
            yield Difference(path, item, old["attempt"], "step", json_text(old["output"]), None)
        elif old is not None and new is not None and old["cut"] is None:
            before, after = json_text(old["output"]), json_text(plain(new.output))
            if before != after and new.writes is not None:
                yield Difference(path, item, new.attempt, "output", before, after)
