"""How a step is attempted: tries, pauses, time, and what is worth another try."""

import builtins

from analyzer.source.arguments import Arguments
from analyzer.source.collection import elements
from analyzer.source.definition import Class, Definition, Outside, Spread
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from analyzer.source.typed import argument, number, optional, whole
from chaindsl.graph.step import Attempts
from chaindsl.graph.unknown import Maybe, Unknown


def attempts(reader: Reader, given: Arguments, *, most: int) -> Attempts:
    """Read the options about attempts; `most` is what the declaration does without `max_attempts`."""
    return Attempts(
        most=argument(reader, given.get("max_attempts"), most, whole),
        backoff=argument(reader, given.get("backoff"), 0.5, number),
        timeout=argument(reader, given.get("timeout"), None, optional(number)),
        retry_on=argument(reader, given.get("retry_on"), ("Exception",), _names),
    )


def _names(reader: Reader, given: Definition) -> Maybe[tuple[str, ...]]:
    """The names of an exception class, or of those in a tuple."""
    one = _name(reader, reader.follow(given))
    if not isinstance(one, Unknown):
        return (one,)
    items = elements(reader, given)
    if isinstance(items, Unknown):
        return one
    found = [item.unknown if isinstance(item, Spread) else _name(reader, reader.follow(item)) for item in items]
    lost = next((item for item in found if isinstance(item, Unknown)), None)
    return lost or tuple(item for item in found if isinstance(item, str))


def _name(reader: Reader, found: Definition) -> Maybe[str]:
    if isinstance(found, Class):
        return found.qualname
    if isinstance(found, Outside) and found.name.startswith("builtins."):
        kind = getattr(builtins, found.name.removeprefix("builtins."), None)
        if isinstance(kind, type):
            return kind.__name__
    return hole(reader, found)
