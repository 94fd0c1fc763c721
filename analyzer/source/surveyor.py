"""The hub for what flows are made of: a reader that also turns definitions into pieces of graph, each once."""

from typing import Protocol

from analyzer.source.arguments import Called
from analyzer.source.declaration import Declaration
from analyzer.source.definition import Function
from analyzer.source.reader import Reader
from chaindsl.graph.flow import Flow
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown


class Surveyor(Reader, Protocol):
    """Builds graphs. Every method ends, for any input, and never raises."""

    def step(self, declared: Declaration) -> Step | Unknown:
        """Return the step of a declared function."""

    def flow(self, call: Called) -> Flow | Unknown:
        """Return the flow that a call of `chain` or `workflow` makes."""

    def follows(self, function: Function) -> None:
        """Note a predicate, so that its body can be looked at."""

    def named(self, option: str, function: Function) -> None:
        """Note a lambda where an option takes functions with names."""

    def refuse(self, message: str, place: Place) -> None:
        """Note a guard that says what guards can't say."""
