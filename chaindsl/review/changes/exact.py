"""Whether two pieces of graph say the same, what can't be followed included.

In the graph two holes are equal whatever their text is. Who compares two revisions has to see that the text is another
one, though not that it was only laid out anew.
"""

import ast
import warnings
from dataclasses import fields, is_dataclass
from functools import lru_cache
from hashlib import sha256

from chaindsl.graph.unknown import Unknown

_COMPARED = 60


def exact(value: object) -> object:
    """Return what two pieces of graph have in common if and only if they say the same; places are left out."""
    if isinstance(value, Unknown):
        return ("?", value.why.value, normal(value.text))
    if isinstance(value, tuple):
        return tuple([exact(one) for one in value])
    kind = type(value)
    names = _compared(kind)
    if names is None:
        return value
    return (kind.__name__, *[exact(getattr(value, name)) for name in names])


def same(one: object, other: object) -> bool:
    """Say whether two pieces of graph say the same."""
    # What is not equal is not the same; only what is equal may differ in what can't be followed.
    return one is other or (one == other and exact(one) == exact(other))


@lru_cache(4096)
def normal(text: str) -> str:
    """Return a piece of source without its layout; of one that was cut, the beginning."""
    if not text.endswith("…"):
        try:
            with warnings.catch_warnings():
                # An odd escape in somebody's text is no concern here.
                warnings.simplefilter("ignore")
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
        elif (names := _compared(type(one))) is not None:
            waiting += [getattr(one, name) for name in names]
            one = type(one).__name__
        found.update(f"{type(one).__name__}:{one}\0".encode("utf-8", "surrogatepass"))
    return found.hexdigest()[:10]


_FIELDS: dict[type, tuple[str, ...] | None] = {}


def _compared(kind: type) -> tuple[str, ...] | None:
    """The fields that take part in equality; None for what has none."""
    if kind not in _FIELDS:
        names = tuple(part.name for part in fields(kind) if part.compare) if is_dataclass(kind) else None
        _FIELDS[kind] = names
    return _FIELDS[kind]
