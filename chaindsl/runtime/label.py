"""One of a few labels in what a model wrote: as the whole text, or alone on a line.

A label inside a sentence is never taken, since "not billing" has one too.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence

from chaindsl.graph.typeform import LiteralValue

AROUND = " \t\r\n\v\f\u00a0\"'`“”\u2018’«»„\u201a*_~.,;:!?…"
"""What may stand around a label: white space, quotes, markdown's emphasis, punctuation."""

_WORDS = {("bool", True): ("true", "yes"), ("bool", False): ("false", "no"), ("None", None): ("none", "null")}


class AmbiguousError(ValueError):
    """More than one label would fit; `labels` are they."""

    def __init__(self, labels: Sequence[LiteralValue]) -> None:
        self.labels = tuple(labels)
        super().__init__(" and ".join(label.label for label in labels))


class LabelTable:
    """Labels by the ways to write them, stricter ways first, so that labels may differ in case or punctuation."""

    __slots__ = ("_tables",)

    def __init__(self, labels: Sequence[LiteralValue]) -> None:
        self._tables = [
            (of_text, _table(labels, of_label, spelled))
            for spelled in (_values, _names)
            for of_text, of_label in _FORMS
        ]

    def find(self, text: str, *, lines: bool = True) -> LiteralValue | None:
        """Return the label that the text is, or with `lines` the only one that stands alone on a line of it.

        White space, quotes, emphasis and punctuation around it don't count, nor does case unless labels differ in
        nothing else. Raises AmbiguousError where two labels would fit.
        """
        if found := self._match(text):
            return found
        each = [self._match(line) for line in text.splitlines()] if lines else []
        alone = list(dict.fromkeys(label for label in each if label))
        if len(alone) > 1:
            raise AmbiguousError(alone)
        return alone[0] if alone else None

    def _match(self, text: str) -> LiteralValue | None:
        for of_text, table in self._tables:
            if found := table.get(of_text(text)):
                if len(found) > 1:
                    raise AmbiguousError(found)
                return found[0]
        return None


def _table(
    labels: Iterable[LiteralValue], form: Callable[[str], str], spelled: Callable[[LiteralValue], Iterable[str]]
) -> dict[str, list[LiteralValue]]:
    table: dict[str, list[LiteralValue]] = {}
    for label in labels:
        for key in {form(word) for word in spelled(label)} - {""}:
            same = table.setdefault(key, [])
            # `1` and `"1"` can't be told apart in a text; the first stands for both.
            if all(label.label != other.label for other in same):
                same.append(label)
    return table


def _values(label: LiteralValue) -> Iterable[str]:
    return _WORDS.get((label.type, label.value)) or (label.label,)  # type: ignore[arg-type]


def _names(label: LiteralValue) -> Iterable[str]:
    return (label.name.rpartition(".")[2],) if label.name else ()


def _plain(text: str) -> str:
    return text.strip()


def _bare(text: str) -> str:
    return text.strip(AROUND)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _bare_folded(text: str) -> str:
    return _folded(_bare(text))


_FORMS = (
    (_plain, _plain),
    (_bare, _plain),
    (_bare, _bare),
    (_folded, _folded),
    (_bare_folded, _folded),
    (_bare_folded, _bare_folded),
)
"""How to read the text and the labels, so that they are compared: stricter pairs first."""
