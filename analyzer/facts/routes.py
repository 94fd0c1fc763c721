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


class Labels:
    """Labels to look others up in: a member of an enum goes by its value as well."""

    def __init__(self, labels: Iterable[LiteralValue]) -> None:
        self._labels = frozenset(labels)
        self._values = {
            enum: frozenset(label.value for label in self._labels if (label.type == "enum") is enum)
            for enum in (True, False)
        }

    def __contains__(self, label: LiteralValue) -> bool:
        """Say whether one of the labels may name the same route as this one."""
        return label in self._labels or label.value in self._values[label.type != "enum"]
