"""Putting a flow together: names to live objects, and every problem of the definition in one list."""

from collections.abc import Callable, Mapping
from types import UnionType
from typing import Any, TypeVar

from chaindsl.errors import FlowError, Issue
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Chain, Workflow
from chaindsl.graph.flow import Flow as Graph
from chaindsl.graph.guarantee import AtMost, Decides, Guarantee
from chaindsl.graph.place import Place
from chaindsl.graph.state import Actor
from chaindsl.language.contract import Contract, read_contract
from chaindsl.language.declaration import declaration_of
from chaindsl.language.flow import Flow
from chaindsl.language.inputs import read_inputs
from chaindsl.language.judged import Judged
from chaindsl.language.verify import verify
from chaindsl.runtime.definition import Definition, Work

T = TypeVar("T")
_SPENT = ("seconds", "calls", "tokens", "bytes")


class Assembly:
    """One flow in the making: its live objects by name, and the issues found so far."""

    def __init__(self, name: object, place: Place) -> None:
        self.name = str(name) or "the flow"
        self.place = place
        self.issues: list[Issue] = []
        self.works: dict[str, Work] = {}
        self.flows: dict[str, Definition] = {}
        self.guards: dict[str, Callable[..., object]] = {}
        self._contracts: dict[tuple[int, str], Contract] = {}
        if not (isinstance(name, str) and name):
            self.problem("bad-name", f"a flow's name is text, not {name!r}")

    def problem(self, code: str, message: str, hint: str | None = None, place: Place | None = None) -> None:
        """Note what is wrong with the flow as a whole, or at `place`."""
        self.issues.append(Issue(code, f"{self.name}: {message}", self.name, place or self.place, hint))

    def contract(self, function: Callable[..., Any], kind: str) -> Contract | None:
        """Return the contract of a function that is declared as `kind`, read once; None if it is not."""
        if isinstance(function, staticmethod):  # what a static method is called by inside its own class
            function = function.__func__
        declaration = declaration_of(function)
        name = getattr(function, "__name__", repr(function))
        if declaration is None or declaration.kind != kind:
            other = f"@{declaration.kind}" if declaration else "a plain function"
            self.problem("not-a-step", f"{name} is {other}", f"declare it with @{kind}(...)")
            return None
        found = self._contracts.get((id(function), kind))
        if found is None:
            found = self._contracts[id(function), kind] = read_contract(declaration, function, self.issues)
        return found

    def add_work(self, name: str, work: Work, place: Place | None) -> None:
        """Let `name` stand for this work; two different works of one name are a problem."""
        if self.works.setdefault(name, work).function != work.function or name in self.flows:
            self.problem("duplicate-name", f"two steps are called {name}", "give one another name with name=", place)

    def add_flow(self, flow: Flow, place: Place | None, waits: bool = False) -> None:
        """Let the flow's name stand for it; one that waits for decisions can't be a part of another."""
        known = self.flows.setdefault(flow.name, flow.definition)
        if known is not flow.definition or flow.name in self.works:
            self.problem("duplicate-name", f"two parts are called {flow.name}", "give one another name", place)
        if waits_for_decisions(flow.graph):
            hint = "let a transition of the outer workflow make the decision"
            self.problem("waiting-part", f"{flow.name} waits for decisions, so it can't be a part", hint, place)

    def finish(self, body: Chain | Workflow, options: Mapping[str, Any]) -> Flow:
        """Return the flow with the options that chains and workflows share.

        Raises FlowError with every problem found.
        """
        inputs, live = read_inputs(options["inputs"], self.name, self.place, self.issues)
        graph = Graph(
            name=self.name,
            body=body,
            inputs=inputs,
            outputs=self.names("outputs", options["outputs"]),
            budget=self._budget(options["budget"]),
            drop=self._judged({"drop": options["drop"]}).flag("drop", False),
            guarantees=self._guarantees(options["always"]),
            place=self.place,
        )
        self.issues.extend(verify(graph))
        if self.issues:
            raise FlowError(self.issues)
        model = options["inputs"] if isinstance(options["inputs"], type) else None
        return Flow(Definition(graph, self.works, self.guards, self.flows, live, model))

    def names(self, option: str, value: object) -> tuple[str, ...] | None:
        """Return an option that is a list of names, None where it is None."""
        if value is None:
            return None
        if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
            return tuple(value)
        self.problem("bad-option", f"{option}= takes a list of names, not {value!r}")
        return ()

    def listed(self, option: str, value: object, kind: type[T] | UnionType, hint: str) -> tuple[T, ...]:
        """Return an option that is a list of things of one kind; others are noted and left out."""
        found = tuple(value) if isinstance(value, list | tuple) else (value,)
        for thing in found:
            if not isinstance(thing, kind):
                self.problem("bad-option", f"{option}= does not take {thing!r}", hint)
        return tuple(thing for thing in found if isinstance(thing, kind))

    def _judged(self, given: Mapping[str, Any]) -> Judged:
        return Judged(given, self.name, self.place, self.issues)

    def _budget(self, value: object) -> Budget | None:
        if value is None:
            return None
        if not isinstance(value, Budget):
            self.problem("bad-option", f"budget= takes a Budget, not {value!r}", "as in budget=Budget(calls=12)")
            return None
        given = {f"budget {name}": amount for name in _SPENT if (amount := getattr(value, name)) is not None}
        judged = self._judged(given)
        judged.seconds("budget seconds", None)
        for name in _SPENT[1:]:
            judged.count(f"budget {name}", None, least=0)
        return value

    def _guarantees(self, value: object) -> tuple[Guarantee, ...]:
        found: tuple[Guarantee, ...] = self.listed("always", value, Guarantee, "use passes, decides, at_most or never")
        for guarantee in found:
            given = {name: getattr(guarantee, name, None) for name in ("times", "actor")}
            judged = Judged(given, f"{self.name}, {guarantee.kind}", guarantee.place or self.place, self.issues)
            if isinstance(guarantee, AtMost):
                judged.count("times", 0, least=0)
            elif isinstance(guarantee, Decides):
                judged.choice("actor", "agent", ("agent", "human"))
        return found


def waits_for_decisions(graph: Graph) -> bool:
    """Whether a flow has a transition that the runtime does not decide."""
    body = graph.body
    return isinstance(body, Workflow) and any(t.actor is not Actor.DETERMINISTIC for t in body.transitions)
