"""What a decorator was told, kept on the function until a flow is assembled.

Nothing is judged here: options are kept as they came, so that every problem of a flow can be reported at once.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import unwrap
from typing import Any

from chaindsl.errors import FlowError, Issue
from chaindsl.graph.place import Place

ATTRIBUTE = "__chaindsl__"


@dataclass(frozen=True, slots=True)
class Declaration:
    """One `@step(...)` or `@transition(...)`: which of the two, its options, and where the function stands."""

    kind: str
    options: Mapping[str, Any]
    place: Place


def declare(kind: str, function: object, options: Mapping[str, Any], fallback: Place) -> None:
    """Attach a declaration to a function. Raises FlowError for what can't carry one, or carries one already."""
    place = (function_place(function) if callable(function) else None) or fallback
    name = getattr(function, "__name__", repr(function))
    if not callable(function):
        hint = f"write @{kind}(...) above a function"
        raise FlowError([Issue("not-a-function", f"@{kind} on {function!r}", name, place, hint)])
    if declaration_of(function) is not None:
        hint = "one declaration a function; reuse a step under another name with renamed(...)"
        raise FlowError([Issue("declared-twice", f"{name} is declared twice", name, place, hint)])
    try:
        setattr(function, ATTRIBUTE, Declaration(kind, options, place))
    except AttributeError:
        hint = "wrap it in a plain function"
        raise FlowError([Issue("not-a-function", f"{name} can't be a {kind}", name, place, hint)]) from None


def declaration_of(thing: object) -> Declaration | None:
    """Return the declaration that a function carries, or None."""
    found = getattr(thing, ATTRIBUTE, None)
    return found if isinstance(found, Declaration) else None


def function_place(function: Callable[..., object]) -> Place | None:
    """Return the file and the line of the first decorator of a function."""
    code = getattr(unwrap(function), "__code__", None)
    return Place(code.co_filename, code.co_firstlineno) if code else None


def calling_place(depth: int = 2) -> Place:
    """Return the place of the call `depth` frames up; 2 is the caller of whoever asks."""
    frame = sys._getframe(depth)  # noqa: SLF001 - the only way to know the caller's place
    return Place(frame.f_code.co_filename, frame.f_lineno)
