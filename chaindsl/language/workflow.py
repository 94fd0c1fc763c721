"""Assembling workflows."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Flow as Graph
from chaindsl.graph.flow import Transition, Workflow
from chaindsl.graph.guarantee import Guarantee
from chaindsl.graph.guard import Expression, Guard, GuardSyntaxError, Predicate, parse_guard
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Check, Step
from chaindsl.graph.typeform import labels
from chaindsl.graph.unknown import Maybe, Unknown
from chaindsl.language.assembly import Assembly
from chaindsl.language.contract import Contract
from chaindsl.language.declaration import calling_place, declaration_of, function_place
from chaindsl.language.flow import Flow
from chaindsl.language.judged import Judged
from chaindsl.language.options import WorkOptions
from chaindsl.language.signature import read_check
from chaindsl.language.state import State, judge_state


def workflow(
    name: str,
    *transitions: Callable[..., object],
    initial: str,
    final: Sequence[str] = (),
    inputs: Mapping[str, Any] | type[Any] | None = None,
    outputs: Sequence[str] | None = None,
    budget: Budget | None = None,
    drop: bool = False,
    max_chain_depth: int = 50,
    states: Sequence[State] = (),
    always: Sequence[Guarantee] = (),
) -> Flow:
    """Assemble a workflow: states, and transitions in the order in which they are tried.

    `initial` and `final` name states; `states` declares those that have something to say. At most `max_chain_depth`
    deterministic transitions run in one go. The other arguments are those of `chain`. Raises FlowError with every
    problem of the definition, each with its file and line.
    """
    assembly = Assembly(name, calling_place())
    if not transitions:
        assembly.problem("empty-flow", "a workflow has at least one transition")
    found = [_Transition(assembly, function).read() for function in transitions]
    judged = Judged({"max_chain_depth": max_chain_depth}, assembly.name, assembly.place, assembly.issues)
    declared = assembly.listed("states", states, State, "declare it with State(name, goal=…)")
    for state in declared:
        judge_state(state.model, assembly.issues)
    body = Workflow(
        transitions=tuple(transition for transition in found if transition is not None),
        initial=initial,
        final=assembly.names("final", final) or (),
        states=tuple(state.model for state in declared),
        max_chain_depth=judged.count("max_chain_depth", 50),
    )
    options = {"inputs": {} if inputs is None else inputs, "outputs": outputs, "budget": budget}
    return assembly.finish(body, {**options, "drop": drop, "always": always})


_FOR_WORK = (frozenset(WorkOptions.__annotations__) | {"parse"}) - {"name"}


class _Transition:
    """One decorated function to a transition of the graph."""

    def __init__(self, assembly: Assembly, function: Callable[..., Any]) -> None:
        self.assembly = assembly
        self.function = function

    def read(self) -> Transition | None:
        contract = self.assembly.contract(self.function, "transition")
        declaration = declaration_of(self.function)
        if contract is None or declaration is None:
            return None
        step = contract.step
        options = Judged(declaration.options, str(step.name), declaration.place, self.assembly.issues)
        targets, menu = self.targets(options, step)
        runs = self.runs(options, contract, menu)
        self.assembly.add_work(str(step.name), contract.work, step.place)
        return Transition(
            name=step.name,
            sources=self.sources(options),
            targets=targets,
            actor=Actor(options.choice("actor", Actor.AGENT, tuple(Actor))),
            menu=menu,
            guard=self.guard(options, str(step.name)),
            work=step,
            runs=runs,
            limit=options.count("limit", None),
            on_failure=options.text("on_failure", None),
            title=options.text("title", None),
            place=declaration.place,
        )

    def sources(self, options: Judged) -> tuple[str, ...]:
        value = options.given.get("source")
        names = value if isinstance(value, tuple | list) else (value,)
        if names and all(isinstance(name, str) and name for name in names):
            return tuple(map(str, names))
        options.problem("bad-option", f"source= takes a state or a tuple of states, not {value!r}")
        return ()

    def targets(self, options: Judged, step: Step) -> tuple[Maybe[tuple[str, ...]], bool]:
        if "target" in options.given:
            target = options.text("target", None)
            return (() if target is None else (target,)), False
        if isinstance(step.type, Unknown):
            return step.type, True
        menu = labels(step.type)
        if menu is None or not all(isinstance(value.value, str) for value in menu):
            hint = "give target=, or return Literal['a', 'b'] for a menu"
            options.problem("no-target", "it goes nowhere", hint)
            return (), False
        if step.writes is not None:
            options.problem("menu-writes", "a menu writes no key", "take writes= away")
        return tuple(str(value.value) for value in menu), True

    def guard(self, options: Judged, name: str) -> Guard | None:
        when = options.given.get("when")
        if when is None:
            return None
        if isinstance(when, str):
            try:
                return Expression(parse_guard(when))
            except GuardSyntaxError as error:
                options.problem("bad-guard", f"when={when!r}: {error}")
                return None
        if not options.named("when", when):
            return None
        reads = read_check(when, function_place(when) or options.place, options.issues)
        self.assembly.guards[name] = when
        return Predicate(Check(when.__name__, reads))

    def runs(self, options: Judged, contract: Contract, menu: bool) -> Graph | None:
        flow = options.given.get("runs")
        if flow is None:
            return None
        if not isinstance(flow, Flow):
            options.problem("bad-option", f"runs= takes a flow, not {flow!r}")
            return None
        self.left_to_the_flow(options, contract.step, menu)
        self.handed(options, flow.graph, contract.step)
        self.assembly.add_flow(flow, options.place)
        return flow.graph

    def left_to_the_flow(self, options: Judged, step: Step, menu: bool) -> None:
        """Where a flow does the work, options for work would have no effect."""
        if step.writes is not None:
            options.problem("runs-writes", "runs= writes the flow's outputs", "take writes= away")
        for name in sorted(_FOR_WORK & options.given.keys()):
            hint = "take it away, or say it in the flow's own steps"
            options.problem("option-beside-runs", f"{name}= has no effect beside runs=", hint)
        for tool in step.tools:
            hint = "the flow does the work: its own steps ask for tools"
            options.problem("tool-beside-runs", f"{tool.name} would be used by nobody", hint)
        if menu:
            options.problem("no-target", "a flow that runs chooses from no menu", "give target=")

    def handed(self, options: Judged, graph: Graph, step: Step) -> None:
        """The parameters of a transition that runs a flow are handed to the flow's inputs by name."""
        inputs = graph.inputs if isinstance(graph.inputs, tuple) else ()
        given = {read.parameter for read in step.reads}
        for name in sorted(given - {part.key for part in inputs}):
            options.problem("not-an-input", f"{graph.name} has no input {name}", "its inputs are its parameters")
        for part in inputs:
            if not part.optional and part.key not in given:
                options.problem("missing-input", f"{graph.name} needs {part.key}", f"add a parameter {part.key}")
