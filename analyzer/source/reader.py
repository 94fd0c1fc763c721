"""The hub that the parts of the evaluator call each other through; `evaluator` is the one that does the work."""

from collections.abc import Callable, Hashable, Mapping
from typing import Protocol, TypeVar

from analyzer.source.definition import Activation, Class, Definition, Frame, Function
from analyzer.source.module import Module
from chaindsl.graph.unknown import Maybe

T = TypeVar("T")


class Reader(Protocol):
    """Follows definitions. Every method ends, for any input, and never raises."""

    def module(self, name: str, importer: Module, level: int) -> Module | None:
        """Return a module of the project by the name an import statement uses."""

    def module_frame(self, module: Module) -> Frame:
        """Return the frame at the end of a module."""

    def body_frame(self, owner: Class | Function) -> Frame:
        """Return the frame at the end of a class, or of a function called by nobody in particular."""

    def activation(
        self, function: Function, given: Mapping[str, Definition], caller: Activation | None = None
    ) -> Activation:
        """Return one evaluation of a function: for the same caller and the same arguments the same one."""

    def once(self, key: Hashable, compute: Callable[[], T], otherwise: Callable[[], T]) -> T:
        """Compute something at most once; `otherwise` where that would need itself, or goes too deep or too far."""

    def follow(self, definition: Definition) -> Definition:
        """Follow names, attributes, calls of the project's functions and the like to what they stand for."""

    def constant(self, definition: Definition) -> Maybe[object]:
        """Return the plain value that something stands for."""

    def truth(self, definition: Definition) -> bool | None:
        """Say whether a condition holds, None where it isn't known."""
