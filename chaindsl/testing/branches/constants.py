"""Constants that code and guards compare with: what values are worth trying. Nothing is run."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import Any

from chaindsl.graph.flow import Branch, Flow, Workflow
from chaindsl.graph.guard import (
    All,
    AnyOf,
    Compare,
    Condition,
    Constant,
    Expression,
    Key,
    Length,
    Member,
    Not,
    Predicate,
    guard_keys,
)
from chaindsl.graph.step import Each
from chaindsl.graph.typeform import Scalar
from chaindsl.graph.unknown import known
from chaindsl.graph.walk import flow_parts, flow_steps
from chaindsl.runtime.definition import Definition

LONGEST = 80
DEPTH = 2


@dataclass
class Worth:
    """What is worth trying for one key: its values, and its lengths."""

    values: dict[tuple[str, Scalar], Scalar] = field(default_factory=dict)
    lengths: dict[int, None] = field(default_factory=dict)

    def add(self, constants: Iterable[Scalar]) -> None:
        """Add constants, and the numbers beside them."""
        for one in constants:
            for value in _around(one):
                self.values.setdefault((type(value).__name__, value), value)

    def add_lengths(self, constants: Iterable[Scalar]) -> None:
        """Add lengths, and those beside them."""
        for one in constants:
            if isinstance(one, int) and not isinstance(one, bool):
                self.lengths.update(dict.fromkeys(n for n in (one, one + 1, one - 1) if 0 <= n <= LONGEST))


def _around(one: Scalar) -> tuple[Scalar, ...]:
    """A constant, and of a number those beside it; of a large one, by which code may divide, one far beyond."""
    if isinstance(one, bool) or not isinstance(one, int | float):
        return (one,)
    return (one, one + 1, one - 1, *((one * 100,) if one >= 100 else ()))


def worth_trying(definition: Definition) -> dict[str, Worth]:
    """Return what is worth trying, by key: of a flow and of the flows inside it."""
    found: dict[str, Worth] = {}
    _collect(definition, found)
    return found


def _collect(definition: Definition, found: dict[str, Worth]) -> None:
    graph = definition.graph
    for key, (values, lengths) in _guards(graph):
        found.setdefault(key, Worth()).add(values)
        found[key].add_lengths(lengths)
    for key, function in _readers(definition):
        found.setdefault(key, Worth()).add(constants_of(function))
    for part in flow_parts(graph):
        if isinstance(part, Branch):
            labels = (route.label for route in known(part.routes, ()))
            found.setdefault(str(part.key), Worth()).add(label.value for label in labels if hasattr(label, "value"))
    for inner in definition.flows.values():
        _collect(inner, found)


def _guards(flow: Flow) -> Iterator[tuple[str, tuple[list[Scalar], list[Scalar]]]]:
    """The constants that guards compare each key with, and its length."""
    for transition in flow.body.transitions if isinstance(flow.body, Workflow) else ():
        if isinstance(transition.guard, Expression):
            condition = transition.guard.condition
            for key in guard_keys(condition):
                yield key, (list(_compared(condition, key, Key)), list(_compared(condition, key, Length)))


def _compared(condition: Condition, key: str, form: type[Key | Length]) -> Iterator[Scalar]:
    match condition:
        case Compare(_, left, right):
            sides = (left, right)
            if any(isinstance(side, form) and side.name == key for side in sides):
                yield from (side.value for side in sides if isinstance(side, Constant))
        case Member(item, choices):
            if isinstance(item, form) and item.name == key:
                yield from (choice.value for choice in choices)
        case Not(part):
            yield from _compared(part, key, form)
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from _compared(part, key, form)


def _readers(definition: Definition) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The functions that may look at each key: bodies that read or write it, its validators, predicates."""
    for step in flow_steps(definition.graph):
        work = definition.works[str(step.name)]
        for read in step.reads:
            yield read.key, work.function
        if isinstance(step.each, Each):
            yield str(step.each.key), work.function
        if isinstance(step.writes, str):
            yield step.writes, work.function
            for validator in work.validators:
                yield step.writes, validator
    body = definition.graph.body
    for transition in body.transitions if isinstance(body, Workflow) else ():
        predicate = definition.guards.get(str(transition.name))
        if predicate is not None and isinstance(transition.guard, Predicate):
            for read in transition.guard.check.reads:
                yield read.key, predicate


def constants_of(function: Callable[..., Any], depth: int = DEPTH) -> list[Scalar]:
    """Return the scalars in a function's code, and in that of its module's functions that it calls, in order."""
    plain = inspect.unwrap(function)
    if not isinstance(plain, FunctionType):
        return []
    found = dict.fromkeys((type(one).__name__, one) for one in _of_code(plain.__code__, plain.__doc__))
    if depth:
        for name in plain.__code__.co_names:
            called = plain.__globals__.get(name)
            if isinstance(called, FunctionType) and called.__module__ == plain.__module__ and called is not plain:
                found.update(dict.fromkeys((type(one).__name__, one) for one in constants_of(called, depth - 1)))
    return [one for _, one in found]


def _of_code(code: CodeType, doc: str | None) -> Iterator[Scalar]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _of_code(constant, None)
        elif isinstance(constant, tuple | frozenset):
            inner = sorted(constant, key=repr) if isinstance(constant, frozenset) else constant
            yield from (one for one in inner if isinstance(one, str | int | float) and not isinstance(one, bool))
        elif isinstance(constant, str) and constant != doc:
            yield from _of_text(constant)
        elif isinstance(constant, int | float) and not isinstance(constant, bool):
            yield constant


def _of_text(text: str) -> Iterator[str]:
    """A text, and those of its words that are no words: `[1]` in `cite a source, as in [1]`."""
    if text.strip() and len(text) <= LONGEST and text.isprintable():
        yield text
    if " " in text:
        yield from (word for word in text.split() if not word.strip(".,;:!?'\"()").isalpha() and len(word) > 1)
