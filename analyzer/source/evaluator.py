"""The hub: follows definitions of one reading, each once, within limits that hostile source can't exceed."""

import ast
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol, TypeVar

from analyzer.source import constant as constants
from analyzer.source import follow as following
from analyzer.source.arithmetic import fits
from analyzer.source.definition import (
    Activation,
    Class,
    Definition,
    Expr,
    Frame,
    Function,
    Marked,
    identity,
    last_frame,
)
from analyzer.source.module import Module
from analyzer.source.scope import module_scope
from chaindsl.graph.unknown import Maybe, Unknown, Why

T = TypeVar("T")
_MOST_DEPTH = 45
"""How deep questions may lie in each other; every level takes some eight Python frames of the thousand there are."""
_MOST_HEIGHT = 150
"""How deep answers may lie in each other, those that were given before included: graphs and types are walked later."""
_MOST_STEPS = 100_000
"""How many questions one flow may ask; an ordinary one of ten steps asks some five hundred."""
_FEW_STEPS = 5_000
"""How many questions it may take to find out what one name or call stands for."""
_MOST_STEPS_IN_ALL = 200_000
"""How many questions one file may ask."""


class Modules(Protocol):
    """Whoever finds modules by the names that imports use."""

    def module(self, name: str, importer: Module, level: int) -> Module | None:
        """Return a module of the project, None for what is outside it."""


class Evaluator:
    """Answers what the `Reader` protocol asks. One serves one reading, so that answers don't depend on other files."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._imported: dict[tuple[str, Module, int], Module | None] = {}
        self._frames: dict[Hashable, Frame] = {}
        self._activations: dict[Hashable, Activation] = {}
        self._known: dict[Hashable, tuple[Any, int]] = {}
        self._cut_short: dict[Hashable, tuple[Any, int]] = {}
        """Answers that a limit cut short; they hold until the question that is being asked is answered."""
        self._busy: set[Hashable] = set()
        self._steps = _MOST_STEPS
        self._left = _MOST_STEPS_IN_ALL
        self._cut = False
        self._height = 0

    def module(self, name: str, importer: Module, level: int) -> Module | None:
        key = (name, importer, level)
        if key not in self._imported:
            self._imported[key] = self._modules.module(name, importer, level)
        return self._imported[key]

    def module_frame(self, module: Module) -> Frame:
        if module not in self._frames:
            self._frames[module] = last_frame(Activation(module_scope(module)))
        return self._frames[module]

    def body_frame(self, owner: Class | Function) -> Frame:
        key = (owner.node, owner.frame.activation)
        if key not in self._frames:
            scope = owner.frame.activation.scope.inner(owner.node)
            outer = owner.frame if isinstance(owner, Class) else owner.frame.later()
            self._frames[key] = last_frame(Activation(scope, outer))
        return self._frames[key]

    def local_activation(self, node: ast.AST, frame: Frame) -> Activation:
        """Return the activation of a comprehension where it stands."""
        key = (node, frame.activation)
        if key not in self._frames:
            self._frames[key] = last_frame(Activation(frame.activation.scope.inner(node), frame))
        return self._frames[key].activation

    def activation(
        self, function: Function, given: Mapping[str, Definition], caller: Activation | None = None
    ) -> Activation:
        """Return one evaluation of a function.

        Whoever asks again with the same arguments finds all that was followed in it. Only marks are the same when they
        are equal; the arguments of an activation live as long as it does, so what they are is told by where they lie.
        """
        arguments = tuple([(name, one if isinstance(one, Marked) else id(one)) for name, one in given.items()])
        key = (function.node, function.frame.activation, function.frame.point, caller, arguments)
        if key not in self._activations:
            scope = function.frame.activation.scope.inner(function.node)
            self._activations[key] = Activation(scope, function.frame.later(), given, caller)
        return self._activations[key]

    def refuel(self, *, whole: bool = False) -> None:
        """Start a question of its own: a small one, or about a whole flow."""
        self._steps = min(_MOST_STEPS if whole else _FEW_STEPS, self._left)

    @property
    def exhausted(self) -> bool:
        """Whether the reading as a whole was too large to follow."""
        return self._left <= 0

    def once(self, key: Hashable, compute: Callable[[], T], otherwise: Callable[[], T]) -> T:
        known = self._known.get(key)
        if known is None and self._cut_short:
            known = self._cut_short.get(key)
        if known is not None:
            found: T
            found, height = known
            self._height = max(self._height, height)
            return found
        if key in self._busy:
            return otherwise()
        if len(self._busy) > _MOST_DEPTH or self._steps <= 0:
            self._cut = True
            return otherwise()
        self._steps -= 1
        self._left -= 1
        self._busy.add(key)
        cut, self._cut = self._cut, False
        height, self._height = self._height, 0
        try:
            value = compute()
        finally:
            self._busy.discard(key)
        if self._height >= _MOST_HEIGHT:
            value, self._height = otherwise(), 0
        if self._cut_short and not self._busy:
            self._cut_short.clear()
        answers = self._cut_short if self._cut and self._busy else self._known
        answers[key] = (value, self._height + 1)
        self._cut = self._cut or cut
        self._height = max(height, self._height + 1)
        return value

    def follow(self, definition: Definition) -> Definition:
        if type(definition) is Expr and type(definition.node) is ast.Constant:
            return definition
        key = identity(definition)
        if key is None:
            return definition
        # What `once` does first: most of what is asked is known, and needs no functions made for it.
        known = self._known.get(key)
        if known is not None:
            found: Definition
            found, height = known
            self._height = max(self._height, height)
            return found
        return self.once(key, lambda: following.follow(self, definition), lambda: _too_deep(definition))

    def constant(self, definition: Definition) -> Maybe[object]:
        if not isinstance(definition, Expr):
            return constants.constant(self, definition)
        frame, node = definition.frame, definition.node
        if type(node) is ast.Constant:
            return node.value if fits(node.value) else frame.unknown(Why.OPAQUE, node)
        key = ("constant", node, frame.activation, frame.late)
        return self.once(key, lambda: constants.constant(self, definition), lambda: _too_deep(definition))

    def truth(self, definition: Definition) -> bool | None:
        return constants.truth(self, definition)


def _too_deep(definition: Definition) -> Unknown:
    if isinstance(definition, Expr):
        return definition.frame.unknown(Why.DYNAMIC, definition.node)
    return Unknown(Why.DYNAMIC, "defined by itself")
