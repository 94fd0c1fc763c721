"""A model's text becomes a value of a type. What it raises is written for the model, which may be asked again."""

import json
import math
import re
from collections.abc import Iterator
from decimal import Decimal
from enum import Enum
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from chaindsl.graph.typeform import Constrained, LiteralValue, Named, TypeForm, UnionForm, labels, type_text
from chaindsl.runtime.complaint import complaint
from chaindsl.runtime.json_search import JsonSearch, fenced
from chaindsl.runtime.label import AROUND, AmbiguousError, LabelTable

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_NUMBERS = {"int", "float", "decimal.Decimal"}
_FREE = {"str", "Any", "object"}
_DIGITS = 1_000
_SHOWN = 80
_LABELS = 20


def parse_text(text: str, adapter: TypeAdapter[Any], form: TypeForm) -> object:
    """Return the text as a value of the adapter's type, whose canonical form is `form`.

    A `str` is the text itself. Labels (`Literal`, enums, `bool`, `None`) are found whatever their case and whatever
    quotes, emphasis and punctuation they stand in, as the whole text or alone on a line; a number is the whole text.
    For everything else the text holds JSON, in prose or in code fences, and the first value that the type accepts is
    taken. A union takes what a member would; one with `str` takes the text unless all of it is another member's.

    Raises ValueError, which says what was expected and what came.
    """
    return _Parser(text, adapter, form).value()


class _Proposal(NamedTuple):
    """What the text may mean.

    JSON is validated as such, since there dates and tuples are text and lists even for strict types. The rejection
    of a `weak` one explains less than a syntax error.
    """

    value: object
    json: bool = True
    weak: bool = False


class _Parser:
    """One text on its way to one type: proposes values in order, and takes the first that the type accepts."""

    def __init__(self, text: str, adapter: TypeAdapter[Any], form: TypeForm) -> None:
        self._text = text
        self._adapter = adapter
        self._form = form
        self._search = JsonSearch(text)
        self._rejections: dict[bool, str] = {}
        members = list(_members(form))
        self._labels = [label for member in members for label in labels(member) or ()]
        self._names = {member.name if isinstance(member, Named) else "?" for member in members if not labels(member)}
        self._free = bool(self._names & _FREE)
        self._shaped = bool(self._names - _NUMBERS - {"str"})

    def value(self) -> object:
        try:
            for proposal in self._proposals():
                try:
                    return self._accept(proposal)
                except ValidationError as error:
                    self._rejections.setdefault(proposal.weak, complaint(error))
        except AmbiguousError as error:
            raise ValueError(f"expected {self._expected()}; got more than one: {error}") from None
        except RecursionError:
            self._rejections[False] = "it is nested too deeply"
        raise ValueError(f"expected {self._expected()}; {self._why()}got {_shown(self._text)}")

    def _accept(self, proposal: _Proposal) -> object:
        if proposal.json:
            return self._adapter.validate_json(json.dumps(proposal.value))
        return self._adapter.validate_python(proposal.value)

    def _proposals(self) -> Iterator[_Proposal]:
        table, numeric = LabelTable(self._labels), bool(self._names & _NUMBERS)
        if whole := table.find(self._text, lines=False):
            yield self._labelled(whole)
        if numeric and (number := self._number()) is not None:
            yield _Proposal(number, json=False)
        if self._shaped:
            for value in self._search.alone() if self._free else self._search.values():
                if not (numeric and isinstance(value, bool)):  # pydantic takes true for 1
                    yield _Proposal(value)
        if not self._free and (alone := table.find(self._text)):
            yield self._labelled(alone)
        if self._shaped and not self._free:
            yield _Proposal(self._text.strip(), weak=True)
            yield _Proposal(self._text.strip(AROUND), weak=True)
        if self._free:
            yield _Proposal(self._text, json=False)

    def _labelled(self, label: LiteralValue) -> _Proposal:
        if label.type == "bytes":
            return _Proposal(str(label.value).encode("latin-1"), json=False)
        if label.name:
            for member in _enum_members(self._adapter.core_schema):
                if f"{type(member).__qualname__}.{member.name}" == label.name:
                    return _Proposal(member, json=False)
        return _Proposal(label.value)

    def _number(self) -> int | float | Decimal | None:
        """The number that is the whole text, or all that stands in a code fence."""
        for part in (self._text, *fenced(self._text)):
            # On its left a point belongs to the number, and a tilde makes it another one.
            bare = part.rstrip(AROUND).lstrip(AROUND.translate({ord(sign): None for sign in "~.,;:!?…"}))
            if len(bare) <= _DIGITS and (found := _NUMBER.fullmatch(bare)):
                if "decimal.Decimal" in self._names:
                    return Decimal(bare)
                number = float(bare) if found[2] or found[3] or "." in bare else int(bare)
                return number if math.isfinite(number) else None
        return None

    def _expected(self) -> str:
        if self._labels and not self._names:
            shown = ", ".join(label.label for label in self._labels[:_LABELS])
            more = len(self._labels) - _LABELS
            return f"one of: {shown}{f' and {more} more' if more > 0 else ''}"
        if self._names <= _NUMBERS and not self._labels:
            return f"a number ({type_text(self._form)}) and nothing else"
        return ("JSON for " if self._shaped and not self._free else "") + type_text(self._form)

    def _why(self) -> str:
        broken = self._shaped and self._search.problem
        why = self._rejections.get(False) or (broken and f"the JSON is broken: {broken}") or self._rejections.get(True)
        return f"{why}; " if why else ""


def _members(form: TypeForm) -> Iterator[TypeForm]:
    match form:
        case UnionForm(members):
            for member in members:
                yield from _members(member)
        case Constrained(base):
            yield from _members(base)
        case _:
            yield form


def _enum_members(schema: object) -> Iterator[Enum]:
    """Yield the members of all enums that pydantic's schema of a type has; a form knows them by name only."""
    if isinstance(schema, Enum):
        yield schema
    elif isinstance(schema, dict | list):
        for part in schema.values() if isinstance(schema, dict) else schema:
            yield from _enum_members(part)


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")
