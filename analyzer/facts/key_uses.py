"""Which keys a part of a chain reads, the parts inside it included."""

from chaindsl.graph.flow import Branch, Hole, Nested, Part, Repeat
from chaindsl.graph.reads import step_reads
from chaindsl.graph.step import Source, Step
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import parts_within


def reads_of(part: Part) -> frozenset[str] | None:
    """Return the keys that a part may read; None where it may read any."""
    found: set[str] = set()
    for inner in parts_within(part):
        keys = _own(inner)
        if keys is None:
            return None
        found.update(keys)
    return frozenset(found)


def _own(part: Part) -> list[str] | None:
    match part:
        case Hole():
            return None
        case Branch():
            return None if isinstance(part.key, Unknown) or isinstance(part.routes, Unknown) else [part.key]
        case Repeat():
            return None if isinstance(part.until, Unknown) else [part.until]
        case Nested(flow):
            return None if isinstance(flow.inputs, Unknown) else [given.key for given in flow.inputs]
        case Step():
            unsure = isinstance(part.validators, Unknown) or isinstance(part.each, Unknown)
            everything = any(read.source is Source.VALUES for read in part.reads)
            return None if unsure or everything else [read.key for read in step_reads(part)]
    return []
