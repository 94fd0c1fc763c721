"""The evaluator that also builds graphs: steps and flows, each once, and what was seen on the way."""

import ast
from typing import Any, Protocol

from analyzer.source import flow as flows
from analyzer.source import step as steps
from analyzer.source.arguments import Called
from analyzer.source.declaration import Declaration
from analyzer.source.definition import Function
from analyzer.source.evaluator import Evaluator, Modules
from analyzer.source.interest import Interest
from analyzer.source.module import Module
from analyzer.source.part import FLOWS
from analyzer.source.reading import Body
from analyzer.source.trouble import Problem, Trouble
from chaindsl.graph.flow import Chain, Flow, Nested
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.graph.walk import flow_parts, nested_flows

_MOST_PARTS = 20_000
"""How many parts a flow may have, nested ones counted each time: a few lines can nest millions."""


class Leading(Modules, Protocol):
    """Whoever finds modules, and knows which are of interest."""

    def leads(self, name: str, importer: Module, level: int, part: str = "") -> bool:
        """Say whether a module, or a name of it, may hand on names of chaindsl; nothing is parsed to find out."""


class Survey(Evaluator):
    """Answers what the `Surveyor` protocol asks. `bodies` has the functions of all steps that were built."""

    def __init__(self, modules: Leading) -> None:
        super().__init__(modules)
        self.leads = modules.leads
        self.bodies: dict[Place, Body] = {}
        self.problems: dict[Problem, None] = {}
        self._interests: dict[Module, Interest] = {}
        self._sizes: dict[int, tuple[Flow, int]] = {}

    def interest(self, module: Module) -> Interest:
        if module not in self._interests:
            self._interests[module] = Interest(module, lambda name, level, part: self.leads(name, module, level, part))
        return self._interests[module]

    def step(self, declared: Declaration) -> Step | Unknown:
        function, call = declared.function, declared.arguments.call
        key = ("step", function.node, function.frame.activation, call.node, call.frame.activation)
        found: Any = self.once(
            key, lambda: steps.work(self, declared), lambda: Unknown(Why.DYNAMIC, place=steps.place_of(function))
        )
        if isinstance(found, Unknown):
            return found
        for part in found.functions:
            self.follows(part)
            self.named("validate", part)
        step: Step = found.step
        return step

    def follows(self, function: Function) -> None:
        self.bodies[steps.place_of(function)] = Body(function.node, function.frame.module, function)

    def named(self, option: str, function: Function) -> None:
        if isinstance(function.node, ast.Lambda):
            message = f"{option}= takes a function with a name, and a lambda has none"
            self.refuse(message, function.frame.module.place(function.node))

    def refuse(self, message: str, place: Place) -> None:
        self.problems[Problem(Trouble.GUARD, message, place)] = None

    def flow(self, call: Called) -> Flow | Unknown:
        at = call.arguments.call

        def unknown() -> Unknown:
            return at.frame.unknown(Why.DYNAMIC, at.node)

        found: Any = self.once(("flow", at.node, at.frame.activation), lambda: flows.flow(self, call), unknown)
        if isinstance(found, Unknown):
            return found
        made: Flow = found
        return unknown() if self._size(made) > _MOST_PARTS else made

    def _size(self, flow: Flow) -> int:
        if id(flow) not in self._sizes:
            inner = sum(self._size(nested) for nested in nested_flows(flow))
            own = sum(not isinstance(part, Nested) for part in flow_parts(flow))
            body = own if isinstance(flow.body, Chain) else len(flow.body.transitions)
            self._sizes[id(flow)] = (flow, inner + body + 1)
        return self._sizes[id(flow)][1]


def is_flow(call: Called | None) -> bool:
    """Say whether a call makes a flow."""
    return call is not None and call.name in FLOWS
