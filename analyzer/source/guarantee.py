"""Guarantees, states and budgets: the calls that stand in the options of a flow."""

from collections.abc import Callable
from typing import TypeVar

from analyzer.source.arguments import Arguments, called
from analyzer.source.collection import elements
from analyzer.source.definition import Definition, Expr, Spread
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from analyzer.source.typed import Given, argument, flag, number, optional, text, whole
from chaindsl.graph.budget import Budget
from chaindsl.graph.guarantee import AtMost, Decides, Guarantee, Never, Passes
from chaindsl.graph.place import Place
from chaindsl.graph.state import State
from chaindsl.graph.unknown import Maybe, Unknown

T = TypeVar("T")


def guarantees(reader: Reader, given: Given) -> Maybe[tuple[Guarantee, ...]]:
    """Return what `always=` lists."""
    return _listed(reader, given, _guarantee)


def states(reader: Reader, given: Given) -> Maybe[tuple[State, ...]]:
    """Return what `states=` lists."""
    return _listed(reader, given, _state)


def budget(reader: Reader, given: Given) -> Maybe[Budget | None]:
    """Return what `budget=` says."""
    if given is None or isinstance(given, Unknown):
        return given
    found = reader.follow(given)
    call = called(reader, found)
    if call is None or call.name != "chaindsl.Budget":
        return (
            None if reader.constant(found) is None else hole(reader, found, given if isinstance(given, Expr) else None)
        )
    arguments = call.arguments
    return Budget(
        seconds=argument(reader, arguments.get("seconds"), None, optional(number)),
        calls=argument(reader, arguments.get("calls"), None, optional(whole)),
        tokens=argument(reader, arguments.get("tokens"), None, optional(whole)),
        bytes=argument(reader, arguments.get("bytes"), None, optional(whole)),
    )


def _listed(reader: Reader, given: Given, read: Callable[[Reader, Definition], T | None]) -> Maybe[tuple[T, ...]]:
    """Read every item of a list; a single thing stands for a list of one."""
    if given is None or isinstance(given, Unknown):
        return given or ()
    one = read(reader, given)
    if one is not None:
        return (one,)
    items = elements(reader, given)
    if isinstance(items, Unknown):
        return items
    found: list[T] = []
    for item in items:
        made = None if isinstance(item, Spread) else read(reader, item)
        if made is None:
            return item.unknown if isinstance(item, Spread) else hole(reader, reader.follow(item))
        found.append(made)
    return tuple(found)


def _guarantee(reader: Reader, given: Definition) -> Guarantee | None:
    call = called(reader, reader.follow(given))
    if call is None:
        return None
    at, place = call.arguments, _place(call.arguments)
    match call.name:
        case "chaindsl.passes":
            return Passes(_text(reader, at, "name", 0), _text(reader, at, "before"), place)
        case "chaindsl.decides":
            return Decides(_text(reader, at, "actor", 0), _text(reader, at, "before"), place)
        case "chaindsl.at_most":
            return AtMost(_text(reader, at, "name", 0), argument(reader, at.get("times", 1), 0, whole), place)
        case "chaindsl.never":
            return Never(_text(reader, at, "name", 0), _text(reader, at, "after"), place)
    return None


def _state(reader: Reader, given: Definition) -> State | None:
    call = called(reader, reader.follow(given))
    if call is None or call.name != "chaindsl.State":
        return None
    at = call.arguments
    return State(
        name=_text(reader, at, "name", 0),
        goal=argument(reader, at.get("goal"), None, optional(text)),
        guidance=argument(reader, at.get("guidance"), None, optional(text)),
        final=argument(reader, at.get("final"), False, flag),
        timeout=argument(reader, at.get("timeout"), None, optional(number)),
        on_timeout=argument(reader, at.get("on_timeout"), None, optional(text)),
        place=_place(at),
    )


def _text(reader: Reader, given: Arguments, name: str, position: int | None = None) -> Maybe[str]:
    return argument(reader, given.get(name, position), "", text)


def _place(given: Arguments) -> Place:
    return given.call.frame.module.place(given.call.node)
