"""Which labels a branch may meet."""

from collections.abc import Iterable

from analyzer.facts.contract import Write
from chaindsl.graph.typeform import LiteralValue, labels


def possible_labels(writers: Iterable[Write]) -> tuple[LiteralValue, ...] | None:
    """Return every value that these writers can write; None where they can't be counted."""
    found: dict[LiteralValue, None] = {}
    for write in writers:
        known = labels(write.type)
        if known is None:
            return None
        found.update(dict.fromkeys(known))
    return tuple(found)


def same_label(one: LiteralValue, other: LiteralValue) -> bool:
    """Say whether two labels may name the same route: a member of an enum goes by its value as well."""
    if one.type == other.type:
        return one == other
    return "enum" in (one.type, other.type) and one.value == other.value
