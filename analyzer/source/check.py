"""Validators and predicates: plain functions by their names and what they read."""

import ast

from analyzer.source.collection import elements
from analyzer.source.definition import Definition, Function, Spread
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from analyzer.source.signature import signature
from analyzer.source.typed import Given
from chaindsl.graph.step import Check
from chaindsl.graph.unknown import Maybe, Unknown


def checks(reader: Reader, given: Given) -> Maybe[tuple[Check, ...]]:
    """Return the validators of a step: none, one, or a list. They read what follows their first parameter."""
    if given is None or isinstance(given, Unknown):
        return given if isinstance(given, Unknown) else ()
    found = reader.follow(given)
    if isinstance(found, Function):
        return (check(reader, found, skip=1),)
    if reader.constant(found) is None:
        return ()
    items = elements(reader, found)
    if isinstance(items, Unknown):
        return hole(reader, found)
    read: list[Check] = []
    for item in items:
        function = item.unknown if isinstance(item, Spread) else reader.follow(item)
        if not isinstance(function, Function):
            return hole(reader, function)
        read.append(check(reader, function, skip=1))
    return tuple(read)


def check(reader: Reader, function: Function, *, skip: int) -> Check:
    """Return a function as a check that reads its positional parameters, the first few left out."""
    name = "<lambda>" if isinstance(function.node, ast.Lambda) else function.node.name
    return Check(name, signature(reader, function, actors=False).reads[skip:])


def functions(reader: Reader, given: Given) -> list[Function]:
    """Return the functions among the checks that are named."""
    if given is None or isinstance(given, Unknown):
        return []
    found: Definition = reader.follow(given)
    if isinstance(found, Function):
        return [found]
    items = elements(reader, found)
    if isinstance(items, Unknown):
        return []
    followed = [reader.follow(item) for item in items if not isinstance(item, Spread)]
    return [item for item in followed if isinstance(item, Function)]
