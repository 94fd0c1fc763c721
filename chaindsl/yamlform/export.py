"""Workflows as YAML, where the form can say them; what it can't say is refused with its place, all at once."""

import ast

from chaindsl.errors import FlowError, Issue
from chaindsl.graph.condition import All, Expression
from chaindsl.graph.flow import Flow, Transition, Workflow
from chaindsl.graph.place import Place
from chaindsl.graph.state import Actor, State
from chaindsl.graph.step import Read, Source
from chaindsl.graph.unknown import Unknown
from chaindsl.yamlform.emit import yaml_text
from chaindsl.yamlform.export_keys import KeyReader, Keys, state_order
from chaindsl.yamlform.export_schema import object_schema, type_schema
from chaindsl.yamlform.export_source import Source as Module
from chaindsl.yamlform.export_text import Speller, Unsaid, predicate
from chaindsl.yamlform.export_work import Data, Worker
from chaindsl.yamlform.node import Value

_CODE = "no-yaml"
_DEPTH = 50


def exported(flow: Flow, tree: ast.Module, file: str) -> str:
    """Return a workflow, and those that it runs, as YAML, `tree` being the source of the module that it stands in.

    Raises FlowError with everything that the form can't say.
    """
    module = Module(tree, file)
    issues: list[Issue] = []
    connections: Data = {}
    workflows: Data = {}
    waiting = [flow]
    while waiting:
        one = waiting.pop()
        if str(one.name) not in workflows:
            exporter = _Exporter(module, one, issues, connections)
            workflows[str(one.name)] = exporter.workflow()
            waiting += exporter.inner
    if issues:
        raise FlowError(issues)
    found: Data = {"version": "1.0.0"}
    if connections:
        found["connections"] = connections
    return yaml_text({**found, "workflows": workflows})


class _Exporter:
    """Exports one workflow. What can't be said is added to `issues`, and connections to `connections`."""

    def __init__(self, module: Module, flow: Flow, issues: list[Issue], connections: Data) -> None:
        self.module = module
        self.flow = flow
        self.issues = issues
        self.connections = connections
        self.inner: list[Flow] = []

    def workflow(self) -> Data:
        body = self.flow.body
        if not isinstance(body, Workflow):
            self.refuse("a chain: only workflows have states", self.flow.place)
            return {}
        self.whole(body)
        reader = KeyReader(self.module, self.flow, body, self.refuse)
        keys = reader.keys()
        states = self.states(body, keys)
        found: Data = {}
        inputs = reader.schema(keys)
        if inputs:
            found["inputSchema"] = inputs
        if keys.context:
            found["initialContext"] = keys.context
        found["initialState"] = str(body.initial)
        if body.max_chain_depth != _DEPTH and isinstance(body.max_chain_depth, int):
            found["maxChainDepth"] = body.max_chain_depth
        return {**found, **self.timeout(body), "states": states}

    def refuse(self, said: str, place: Place | None, hint: str | None = None) -> None:
        self.issues.append(Issue(_CODE, f"YAML can't say {said}", str(self.flow.name), place, hint))

    def whole(self, body: Workflow) -> None:
        """Refuse what whole workflows can have and the form can't."""
        flow = self.flow
        wrong = {
            "guarantees (always=)": bool(flow.guarantees),
            "a budget": flow.budget is not None,
            "drop=": flow.drop is not False,
            "outputs=": flow.outputs is not None,
            "transitions that can't be followed": body.open is not None,
        }
        for said, holds in wrong.items():
            if holds:
                self.refuse(said, flow.place)
        if isinstance(body.states, Unknown) or isinstance(body.final, Unknown) or isinstance(body.initial, Unknown):
            self.refuse("states that can't be followed", flow.place)

    def timeout(self, body: Workflow) -> Data:
        """The timeout of the only state that waits is that of the run."""
        states = [one for one in body.states if one.timeout is not None] if isinstance(body.states, tuple) else []
        if not states:
            return {}
        waiting = {
            name
            for one in body.transitions
            if one.actor is not Actor.DETERMINISTIC and isinstance(one.sources, tuple)
            for name in one.sources
        }
        only = states[0]
        if len(states) > 1 or waiting != {only.name} or not isinstance(only.timeout, int | float):
            self.refuse("the timeout of a state beside others that wait", only.place)
            return {}
        return {"timeoutMs": round(only.timeout * 1000), "onTimeout": {"target": str(only.on_timeout)}}

    def states(self, body: Workflow, keys: Keys) -> Data:
        declared = {str(one.name): one for one in body.states} if isinstance(body.states, tuple) else {}
        final = set(body.final_states())
        found: Data = {}
        for name in state_order(body):
            here = [one for one in body.transitions if isinstance(one.sources, tuple) and name in one.sources]
            self.mixed(name, here)
            state = said(declared.get(name))
            if name in final:
                state["terminal"] = True
            if here:
                state["transitions"] = {str(one.name): self.transition(one, keys) for one in here}
            found[name] = state
        return found

    def mixed(self, state: str, here: list[Transition]) -> None:
        """Refuse a state in which the form would do something else."""
        computed = [one for one in here if one.actor is Actor.DETERMINISTIC]
        if not computed:
            return
        if len(computed) < len(here):
            text = f"{computed[0].name}, which runs by itself in {state} beside a decision: there it would never run"
            self.refuse(text, computed[0].place, "take it to a state of its own")
        elif len(computed) == 1 and computed[0].guard is not None:
            text = f"the guard of {computed[0].name}, the only transition of {state}: there nobody looks at it"
            self.refuse(text, computed[0].place, "say with another transition what happens where it does not hold")
        elif len(computed) > 1 and any(one.guard is None for one in computed):
            free = next(one for one in computed if one.guard is None)
            text = f"{free.name} without a guard in {state}: there just one of several transitions may hold"
            self.refuse(text, free.place, "give it the opposite guard")

    def transition(self, one: Transition, keys: Keys) -> Data:
        try:
            return self._transition(one, keys)
        except Unsaid as unsaid:
            self.refuse(str(unsaid), self.module.place(unsaid.node, one.place))
            return {}

    def _transition(self, one: Transition, keys: Keys) -> Data:
        for option, value in (("limit=", one.limit), ("on_failure=", one.on_failure)):
            if value is not None:
                raise Unsaid(f"{option} of {one.name}")
        found: Data = {}
        if isinstance(one.title, str):
            found["title"] = one.title
        function = None if one.work is None else self.module.function(one.work.function)
        doc = "" if function is None else self.module.statements(function)[0]
        if doc:
            found["description"] = doc
        worker = Worker(self.module, keys.paths, self.inner.append)
        paths = {} if one.work is None else worker.paths(one.work)
        branches, target = self._targets(one, Speller(paths, keys.flags))
        found["target"] = target
        if isinstance(one.actor, Actor) and one.actor is not Actor.AGENT:
            found["actor"] = one.actor.value
        schema = self._arguments(one)
        guards = self._guards(one, keys)
        work = worker.work(one) if not one.menu else worker.found
        if work.directory is not None:
            name = str(one.name)
            program = work.executor.pop("command")
            self.connections[name] = {"kind": "cli", "command": program, "workingDirectory": work.directory}
            work.executor = {"kind": "cli", "connection": name, **work.executor}
        parts: dict[str, Value] = {
            "inputSchema": schema, "guards": guards, "executor": work.executor, "output": work.outputs,
            "reliability": work.reliability, "branches": branches,
        }  # fmt: skip
        return found | {name: part for name, part in parts.items() if part}

    def _targets(self, one: Transition, speller: Speller) -> tuple[list[Value], str]:
        """The branches of a menu, and where a transition leads otherwise. Raises Unsaid."""
        if not one.menu or one.work is None:
            target = one.targets[0] if isinstance(one.targets, tuple) and one.targets else ""
            return [], str(target)
        _, body = self.module.statements(self.module.function(one.work.function))
        branches: list[Value] = []
        for node in body:
            match node:
                case ast.If(test=test, body=[ast.Return(value=ast.Constant(value=str() as label))], orelse=[]):
                    branches.append({"when": speller.guard(test), "target": label})
                case ast.Return(value=ast.Constant(value=str() as label)) if node is body[-1]:
                    return branches, label
                case _:
                    raise Unsaid(f'the menu of {one.name}, which is not `if …: return "state"` and a last return', node)
        raise Unsaid(f"the menu of {one.name}, which has no last return")

    def _arguments(self, one: Transition) -> Data:
        reads = () if one.work is None else one.work.reads
        asked = [read for read in reads if read.source is Source.ACTOR]
        properties: Data = {read.key: self._argument(one, read) for read in asked}
        return object_schema(properties, [read.key for read in asked if not read.optional])

    def _argument(self, one: Transition, read: Read) -> Value:
        found: Data = dict(type_schema(read.type, optional=read.optional))
        function = self.module.function(one.work.function) if one.work is not None else None
        description = "" if function is None else self.module.argument_description(function, read.parameter)
        return {**found, "description": description} if description else found

    def _guards(self, one: Transition, keys: Keys) -> list[Value]:
        if one.guard is None:
            return []
        if isinstance(one.guard, Unknown):
            raise Unsaid(f"the guard of {one.name}, which can't be followed")
        if isinstance(one.guard, Expression):
            condition = one.guard.condition
            parts = condition.parts if isinstance(condition, All) else (condition,)
            return [Speller(keys.paths, keys.flags).condition(part) for part in parts]
        check = one.guard.check
        paths = {read.parameter: keys.paths.get(read.key, f"$.context.{read.key}") for read in check.reads}
        _, body = self.module.statements(self.module.function(check.name))
        guard = predicate(check.name, body, Speller(paths, keys.flags))
        inner = guard["guards"] if isinstance(guard, dict) and guard["kind"] == "all_of" else [guard]
        return inner if isinstance(inner, list) else [inner]


def said(state: State | None) -> Data:
    """Return what a state says to whoever decides there."""
    if state is None:
        return {}
    pairs = (("goal", state.goal), ("guidance", state.guidance))
    return {name: text for name, text in pairs if isinstance(text, str)}
