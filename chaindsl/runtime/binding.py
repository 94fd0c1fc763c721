"""From a definition and the caller's tools to a program: every problem of binding is found at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from chaindsl.errors import FlowError, Issue
from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Repeat, Transition, Workflow
from chaindsl.graph.flow import Part as GraphPart
from chaindsl.graph.nearest import nearest
from chaindsl.graph.outputs import flow_outputs, part_writes
from chaindsl.graph.reads import step_reads
from chaindsl.graph.step import Step, Tool, ToolKind
from chaindsl.graph.unknown import Unknown, known
from chaindsl.graph.walk import flow_steps
from chaindsl.runtime.block import BranchPart, ParallelPart, RepeatPart, label_in_graph
from chaindsl.runtime.bound_edge import bind_edge
from chaindsl.runtime.bound_step import Binder
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.edge import Edge
from chaindsl.runtime.inputs import Inputs
from chaindsl.runtime.liveness import EVERY, Keys, all_keys, dead_keys, live_after, reads_of, touched
from chaindsl.runtime.machine import Machine
from chaindsl.runtime.nested import NestedPart
from chaindsl.runtime.part import Ending, Freeing, Part, Series
from chaindsl.runtime.program import Program
from chaindsl.runtime.walk import WorkflowPart
from chaindsl.runtime.watch import Watched
from chaindsl.trace.recording import Recording

_Loops = tuple[tuple[str, RepeatPart], ...]


def bind(definition: Definition, tools: Mapping[str, Any], recording: Recording) -> Program:
    """Return the flow made ready to run. Raises FlowError for missing and unknown tools and for unusable types."""
    issues = tool_issues(definition, tools)
    program = FlowBinder(definition, tools, models(definition), recording, issues).program()
    if issues:
        raise FlowError(issues)
    return program


def needed_tools(definition: Definition) -> Iterator[tuple[Step, Tool]]:
    """Yield every tool that a step of the flow, or of a flow inside it, is handed by the caller."""
    for step in flow_steps(definition.graph):
        for tool in step.tools:
            if tool.kind not in (ToolKind.FEEDBACK, ToolKind.IDEMPOTENCY_KEY):
                yield step, tool
    for inner in definition.flows.values():
        yield from needed_tools(inner)


def keys_of(definition: Definition) -> Iterator[str]:
    """Yield every key of the flow, and of the flows inside it, as far as they are known."""
    yield from (entry.key for entry in known(definition.graph.inputs, ()))
    for step in flow_steps(definition.graph):
        yield from (read.key for read in (*step_reads(step), *step.reads))
        if isinstance(step.writes, str):
            yield step.writes
    for inner in definition.flows.values():
        yield from keys_of(inner)


def unknown_keys(definition: Definition, keys: Iterable[str]) -> list[Issue]:
    """Return an issue for each of the keys that the flow does not have."""
    there, flow = sorted(set(keys_of(definition))), definition.graph
    return [
        Issue("unknown-key", f"{flow.name} has no key {key}", key, flow.place, nearest(key, there))
        for key in sorted(set(keys) - set(there))
    ]


def models(definition: Definition) -> frozenset[str]:
    """Return the names of the tools that some step declares as models."""
    return frozenset(tool.name for _, tool in needed_tools(definition) if tool.kind is ToolKind.MODEL)


def tool_issues(definition: Definition, tools: Mapping[str, Any]) -> list[Issue]:
    """Return what is wrong with the caller's tools: required ones that are missing, and ones nobody asks for."""
    flow = definition.graph
    asked: dict[str, list[str]] = {}
    required: set[str] = set()
    for step, tool in needed_tools(definition):
        asked.setdefault(tool.name, []).append(str(step.name))
        if tool.required:
            required.add(tool.name)
    issues = [
        Issue(
            "missing-tool",
            f"{flow.name} needs {name} (for {', '.join(asked[name])})",
            name,
            flow.place,
            f"hand it in as {name}=…",
        )
        for name in asked
        if name in required and name not in tools
    ]
    unknown = [name for name in tools if name not in asked]
    issues += [
        Issue("unknown-tool", f"no step of {flow.name} asks for {name}", name, flow.place, nearest(name, asked))
        for name in unknown
    ]
    return issues


class FlowBinder:
    """Binds one flow and, through further binders, the flows inside it."""

    def __init__(
        self,
        definition: Definition,
        tools: Mapping[str, Any],
        model_names: frozenset[str],
        recording: Recording,
        issues: list[Issue],
    ) -> None:
        self.definition = definition
        self.flow = definition.graph
        if self.flow.drop is True:
            recording = replace(recording, frees=True)
        self.steps = Binder(str(definition.graph.name), tools, model_names, recording, issues)
        self._keys = all_keys(self.flow)
        self._tools = tools
        self._models = model_names

    def program(self) -> Program:
        """Return the whole flow."""
        outputs = known(flow_outputs(self.flow), ())
        body = self.flow.body
        declared = known(self.flow.outputs, None) is not None and isinstance(body, Chain)
        program = Program(self.flow, self._inputs(), outputs, outputs if declared else (), self.steps.recording)
        if isinstance(body, Chain):
            live = frozenset(outputs) if self.flow.drop is True else frozenset((EVERY,))
            program.body = self._series(body.parts, (), live)
        else:
            program.body = WorkflowPart(self._machine(body, frozenset(outputs)))
        return program

    def _inputs(self) -> Inputs:
        definition, name = self.definition, str(self.flow.name)
        entries = known(self.flow.inputs, ())
        adapters = {}
        for entry in entries:
            found = self.steps.adapter(definition.inputs.get(entry.key, Any), entry.key, entry.place)
            if found is not None:
                adapters[entry.key] = found
        required = frozenset(entry.key for entry in entries if not entry.optional)
        return Inputs(name, adapters, required, definition.model, self.flow.place)

    def _machine(self, body: Workflow, outputs: Keys) -> Machine:
        edges = [self._edge(transition) for transition in body.transitions]
        dead = dead_keys(body, outputs) if self.flow.drop is True else {}
        return Machine(str(self.flow.name), body, edges, dead, self.flow.place)

    def _edge(self, transition: Transition) -> Edge:
        name = str(transition.name)
        work = self.definition.works[name]
        program = self.nested(transition.runs) if isinstance(transition.runs, Flow) else None
        guard = self.definition.guards.get(name)
        return bind_edge(self.steps, transition, work, guard, program)

    def _series(self, parts: Sequence[GraphPart], loops: _Loops, live: Keys, entering: Keys = frozenset()) -> Part:
        """Return parts one after the other; `entering` are keys that may be read for the last time before them."""
        made = []
        for part, after in zip(parts, live_after(parts, live), strict=True):
            bound = self._ending(part, self._watched(part, self._part(part, loops, after)), loops)
            dead = self._dead(touched(part) | entering, after)
            entering = frozenset()
            made.append(Freeing(bound, sorted(dead)) if dead else bound)
        return Series(made)

    def _dead(self, touched_: Keys, after: Keys) -> Keys:
        """Those of the keys that were touched, or all of them, that nothing reads any longer."""
        if EVERY in after:
            return frozenset()
        return (self._keys if EVERY in touched_ else touched_) - after

    def _watched(self, part: GraphPart, bound: Part) -> Part:
        """Let the guarantees of the flow be looked at before a part that has a name."""
        if not known(self.flow.guarantees, ()) or not isinstance(part, Step | Nested):
            return bound
        return Watched(str(part.name if isinstance(part, Step) else part.flow.name), bound)

    def _ending(self, part: GraphPart, bound: Part, loops: _Loops) -> Part:
        """Let a part that writes the key of a loop around it end that loop."""
        if not isinstance(part, Step | Nested | Parallel):
            return bound
        written = known(part_writes(part), ())
        ends = [(key, loop) for key, loop in loops if key in written]
        return Ending(bound, ends) if ends else bound

    def _part(self, part: GraphPart, loops: _Loops, live: Keys) -> Part:
        match part:
            case Step():
                return self.steps.step(part, self.definition.works[str(part.name)])
            case Nested(flow):
                return NestedPart(self.nested(flow))
            case Branch():
                return self._branch(part, loops, live)
            case Repeat(parts, until, limit, exhausted):
                key = str(until)
                loop = RepeatPart(key, known(limit, 1), fails=exhausted != "continue", place=part.place)
                inner = live | reads_of(part)
                return loop.around(self._series(parts, (*loops, (key, loop)), inner))
            case Parallel(parts):
                every = frozenset((EVERY,))
                return ParallelPart([self._series([inner], (), every) for inner in parts])
        return self._unfollowed(part)

    def _branch(self, part: Branch, loops: _Loops, live: Keys) -> Part:
        routes = {}
        entering = reads_of(part)
        for route in known(part.routes, ()):
            if not isinstance(route.label, Unknown):
                routes[label_in_graph(route.label)] = self._series(route.parts, loops, live, entering)
        otherwise = None if part.otherwise is None else self._series(part.otherwise, loops, live, entering)
        return BranchPart(str(part.key), routes, otherwise, part.place)

    def nested(self, flow: Flow) -> Program:
        """Return the program of a flow inside this one."""
        inner = self.definition.flows[str(flow.name)]
        return FlowBinder(inner, self._tools, self._models, self.steps.recording, self.steps.issues).program()

    def _unfollowed(self, part: GraphPart) -> Part:
        place = part.place
        self.steps.issues.append(Issue("unknown-part", f"{self.flow.name} has a part that can't be run", None, place))
        return Series(())
