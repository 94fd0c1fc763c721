"""What was found out about the bodies of one reading, kept as long as the reading: flows share their functions.

It knows nothing of what is kept; who finds something out says under which name. What is kept must not hold on to the
reading itself, which would then be kept forever.
"""

from typing import Any
from weakref import WeakKeyDictionary

from analyzer.source.reader import Reader

_KNOWN: WeakKeyDictionary[Reader, dict[str, dict[Any, Any]]] = WeakKeyDictionary()


def known(reader: Reader, what: str) -> dict[Any, Any]:
    """Return what is known of one kind, as seen from a reading; whoever finds out more adds it."""
    kinds = _KNOWN.get(reader)
    if kinds is None:
        kinds = _KNOWN[reader] = {}
    found = kinds.get(what)
    if found is None:
        found = kinds[what] = {}
    return found
