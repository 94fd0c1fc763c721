"""Whether two pieces of graph say the same, what can't be followed included.

In the graph two holes are equal whatever their text is. Who compares two revisions has to see that the text is another
one, though not that it was only laid out anew.
"""

import ast
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256

from chaindsl.graph.unknown import Unknown

_COMPARED = 60


def exact(value: object) -> object:
    """Return what two pieces of graph have in common if and only if they say the same; places are left out."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Unknown):
        return ("?", value.why.value, normal(value.text))
    if isinstance(value, tuple):
        return tuple(map(exact, value))
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        return (kind.__name__, *(exact(getattr(value, name)) for name in _compared(kind)))
    # A truth and a number may be equal, and are not the same.
    return (type(value).__name__, value) if isinstance(value, bool) else value


def same(one: object, other: object) -> bool:
    """Say whether two pieces of graph say the same."""
    if one is other:
        return True
    return exact(one) == exact(other)


def normal(text: str) -> str:
    """Return a piece of source without its layout; of one that was cut, the beginning."""
    if not text.endswith("…"):
        try:
            return ast.unparse(ast.parse(text.strip(), mode="eval"))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass  # a piece that is no expression by itself: its characters have to do
    return "".join(text.replace('"', "'").split())[:_COMPARED]


def digest(value: object) -> str:
    """Return a short text that tells pieces of graph apart, however deeply they are nested."""
    found, waiting = sha256(), [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Unknown):
            one = exact(one)
        if isinstance(one, tuple):
            waiting += one
            one = len(one)
        elif is_dataclass(one) and not isinstance(one, type):
            kind = type(one)
            waiting += [getattr(one, name) for name in _compared(kind)]
            one = kind.__name__
        found.update(f"{type(one).__name__}:{one}\0".encode("utf-8", "surrogatepass"))
    return found.hexdigest()[:10]


@cache
def _compared(kind: type) -> tuple[str, ...]:
    """The fields that take part in equality."""
    assert is_dataclass(kind)
    return tuple(part.name for part in fields(kind) if part.compare)
