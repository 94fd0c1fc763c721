"""What one call does to the model: asks it, enters a function that may, or hands it to code that can't be read."""

import ast
from collections.abc import Mapping
from typing import Protocol

from analyzer.facts.body.bearers import Bearers
from analyzer.facts.body.marks import model_in
from analyzer.facts.body.most import NONE, ONE, Most, endless, smallest, times
from analyzer.facts.bounds import Reason
from analyzer.source.call import arguments
from analyzer.source.definition import (
    Activation,
    Class,
    Definition,
    Entries,
    Expr,
    Frame,
    Function,
    Items,
    Marked,
    Outside,
    Picked,
    Spread,
)
from analyzer.source.reader import Reader
from analyzer.source.tree import children
from chaindsl.graph.unknown import Unknown

_HARMLESS = frozenset(
    f"builtins.{name}"
    for name in ("isinstance", "callable", "id", "repr", "str", "type", "hasattr", "print", "len", "getattr")
)
TYPED = "typed"
"""What a model that a step is handed is asked with for a value of a type."""
_TYPED = frozenset({"chaindsl.vocabulary.typed.typed", "chaindsl.vocabulary.typed.atyped"})
REPAIRS = 1
"""How often a wrong answer goes back unless that is said."""
_ONCE = frozenset({"asyncio.to_thread", "anyio.to_thread.run_sync", "contextvars.copy_context"})
_KEYED = frozenset({"builtins.sorted", "builtins.max", "builtins.min"})
_ONCE_METHODS = {"submit": 0, "run_in_executor": 1, "start_soon": 0, "run": 0}
_TRANSPARENT = frozenset(
    {
        "functools.cache",
        "functools.lru_cache",
        "functools.wraps",
        "builtins.staticmethod",
        "chaindsl.step",
        "chaindsl.transition",
    }
)
_MOST_DEPTH = 8
_NOTHING_GIVEN: Mapping[str, Definition] = {}


class Counter(Protocol):
    """Whoever counts calls in functions."""

    reader: Reader
    bearers: Bearers

    def function(self, function: Function, given: Mapping[str, Definition]) -> Most:
        """Return the most calls of one call of a function."""

    def rounds(self, iterable: ast.expr, frame: Frame, every: Most) -> Most:
        """Return how often something that makes these calls is done for the items of an iterable."""


class Invocations:
    """The calls that calls make."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._reader = counter.reader

    def call(self, node: ast.Call, frame: Frame) -> Most:
        """Return the model calls of one call, those of its arguments apart."""
        if self._counter.bearers.silent(node, frame.activation):
            return NONE
        if isinstance(node.func, ast.Attribute) and model_in(self._follow(node.func.value, frame)):
            return self._questions(node, frame) if node.func.attr == TYPED else ONE
        called = self._follow(node.func, frame)
        if model_in(called):
            return ONE
        special = self._special(called, node, frame)
        if special is not None:
            return special
        if isinstance(called, Function):
            return self._enter(called, node, frame)
        return self._handed(called, node, frame)

    def _follow(self, node: ast.expr, frame: Frame) -> Definition:
        return self._reader.follow(Expr(node, frame))

    def _special(self, called: Definition, node: ast.Call, frame: Frame) -> Most | None:
        """Calls of known functions that call what they are handed; None for all others."""
        name = called.name if isinstance(called, Outside) else ""
        if name == "functools.partial" or name in _HARMLESS:
            return NONE
        if isinstance(called, Expr) and isinstance(called.node, ast.Call) and called.node is not node:
            return self._partial(called.node, called.frame)
        if name in ("builtins.map", "builtins.filter") and len(node.args) > 1:
            return self._for_each(node.args[1:], node.args[0], frame)
        if name in _KEYED:
            keys = [keyword.value for keyword in node.keywords if keyword.arg == "key"]
            return self._for_each(node.args[:1], keys[0], frame) if keys and node.args else None
        if name in _TYPED and node.args:
            return times(self._questions(node, frame), self._used(node.args[0], frame))
        if name in _ONCE and node.args:
            return self._used(node.args[0], frame, node)
        return self._method(node, frame) if isinstance(node.func, ast.Attribute) else None

    def _method(self, node: ast.Call, frame: Frame) -> Most | None:
        """Pools and loops: `submit` and its kin call what they are handed once, `map` once for each item."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        at = _ONCE_METHODS.get(name)
        if at is not None and len(node.args) > at and self._carries(node.args[at], frame):
            return self._used(node.args[at], frame, node)
        if name in ("map", "imap", "imap_unordered") and len(node.args) > 1 and self._carries(node.args[0], frame):
            return self._for_each(node.args[1:], node.args[0], frame)
        return None

    def _for_each(self, items: list[ast.expr], used: ast.expr, frame: Frame) -> Most:
        every = self._used(used, frame)
        return times(smallest(self._counter.rounds(item, frame, every) for item in items), every)

    def _partial(self, node: ast.Call, frame: Frame) -> Most | None:
        called = self._follow(node.func, frame)
        if called != Outside("functools.partial") or not node.args:
            return None
        return self._used(node.args[0], frame, node)

    def _questions(self, call: ast.Call, frame: Frame) -> Most:
        """Return how often a model is asked for a value of a type: once, and again for each repair."""
        given = [keyword.value for keyword in call.keywords if keyword.arg == "repairs"]
        repairs = self._reader.constant(Expr(given[0], frame)) if given else REPAIRS
        if isinstance(repairs, int):
            return Most(1 + max(0, repairs))
        place = frame.module.place(given[0])
        return endless(Reason(f"it is not known how often `{frame.module.segment(call.func)}` asks again", place))

    def _is_typed(self, node: ast.expr, frame: Frame) -> bool:
        """Whether an expression is a model's own way to ask for values of a type."""
        if not isinstance(node, ast.Attribute) or node.attr != TYPED:
            return False
        return model_in(self._follow(node.value, frame)) is not None

    def _used(self, node: ast.expr, frame: Frame, by: ast.Call | None = None) -> Most:
        """Return the calls that one use of a callable makes, whatever it is given `by` the call that hands it over."""
        if self._is_typed(node, frame):
            return Most(1 + REPAIRS) if by is None else self._questions(by, frame)
        found = self._follow(node, frame)
        if model_in(found):
            return ONE
        if isinstance(found, Function):
            return self._counter.function(found, _NOTHING_GIVEN) if closes_over_model(found) else NONE
        if isinstance(found, Expr) and isinstance(found.node, ast.Call):
            partial = self._partial(found.node, found.frame)
            return NONE if partial is None else partial
        return NONE

    def _enter(self, function: Function, node: ast.Call, frame: Frame) -> Most:
        given = arguments(self._reader, function, node, frame)
        if isinstance(given, Unknown):
            return self._handed(function, node, frame)
        if not closes_over_model(function) and not any(reaches_model(self._reader, value) for value in given.values()):
            return NONE
        found = self._counter.function(function, {name: self._settled(value) for name, value in given.items()})
        if found.number and not self._plain(function):
            place = frame.module.place(node)
            return endless(Reason(f"a decorator of `{frame.module.segment(node.func)}` may call it again", place))
        return found

    def _settled(self, value: Definition) -> Definition:
        """Arguments are what they are where the call stands: a model or a list keeps its mark inside."""
        followed = self._reader.follow(value)
        return followed if isinstance(followed, Marked) else value

    def _plain(self, function: Function) -> bool:
        if isinstance(function.node, ast.Lambda):
            return True
        for decorator in function.node.decorator_list:
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            found = self._reader.follow(Expr(target, function.frame))
            if not (isinstance(found, Outside) and found.name in _TRANSPARENT):
                return False
        return True

    def _handed(self, called: Definition, node: ast.Call, frame: Frame) -> Most:
        """Code that can't be read may call a model that it is handed as often as it likes."""
        handed = [*node.args, *(keyword.value for keyword in node.keywords)]
        if not any(self._carries(arg, frame) for arg in handed):
            return NONE
        what = "a class" if isinstance(called, Class) else "code that can't be read"
        place = frame.module.place(node)
        return endless(Reason(f"the model is handed to {what}: `{frame.module.segment(node.func)}`", place))

    def _carries(self, node: ast.expr, frame: Frame) -> bool:
        """Whether a value lets whoever has it ask the model."""
        match node:
            case ast.Starred(value=value):
                return self._carries(value, frame)
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return any(self._carries(part, frame) for part in parts)
            case ast.Dict(values=parts):
                return any(self._carries(part, frame) for part in parts)
        found = self._follow(node, frame)
        if model_in(found) or self._is_typed(node, frame):
            return True
        if isinstance(found, Function):
            return closes_over_model(found) and self._counter.function(found, _NOTHING_GIVEN).number > 0
        if isinstance(found, Expr) and isinstance(found.node, ast.Call) and found.node is not node:
            return self._carries(found.node, found.frame)
        if isinstance(found, Expr) and isinstance(found.node, ast.Call):
            partial = self._follow(found.node.func, found.frame) == Outside("functools.partial")
            return partial and any(self._carries(arg, found.frame) for arg in found.node.args)
        return False


def closes_over_model(function: Function) -> bool:
    """Say whether some function around this one has a model."""
    around: Activation | None = function.frame.activation
    while around is not None:
        if any(model_in(value) is not None for value in (around.given or {}).values()):
            return True
        around = around.outer.activation if around.outer is not None else None
    return False


def reaches_model(reader: Reader, definition: Definition, depth: int = 0) -> bool:
    """Say whether a model can be found in what an argument stands for; without one there is nothing to count."""
    found = reader.follow(definition)
    parts: list[Definition] = []
    match found:
        case Function():
            return closes_over_model(found)
        case Items(items):
            parts = [item for item in items if not isinstance(item, Spread)]
        case Entries(entries):
            parts = [*entries.values()]
        case Picked(whole):
            parts = [whole]
        case Expr(node, frame) if not isinstance(node, ast.Name | ast.Attribute | ast.Constant):
            parts = [Expr(part, frame) for part in children(node) if isinstance(part, ast.expr)]
            keywords = node.keywords if isinstance(node, ast.Call) else []
            parts += [Expr(keyword.value, frame) for keyword in keywords]
        case _:
            return model_in(found) is not None
    return depth > _MOST_DEPTH or any(reaches_model(reader, part, depth + 1) for part in parts)
