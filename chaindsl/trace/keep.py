"""Values as they were when they were written: what a record holds on to.

Immutable values are kept by reference, which costs nothing; others are turned into JSON text once, so that a later
step that changes a list in place can't rewrite the past.
"""

import json
import math
import pickle
import sys
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import PurePath
from types import NoneType
from typing import Any
from uuid import UUID

from pydantic_core import to_json

_AS_IT_IS = json.JSONEncoder(ensure_ascii=False)
ATOMS: frozenset[type] = frozenset({str, int, float, bool, NoneType, bytes, complex, Decimal, UUID})
"""Types whose values never change, tested by identity on the way of every step."""
_MORE_ATOMS = (str, bytes, int, float, Enum, date, datetime, time, timedelta, Fraction, PurePath)
_DEPTH = 8


class Serialised:
    """A value that could have changed later, as JSON text. `size` is the text's length before it was cut."""

    __slots__ = ("size", "text")

    def __init__(self, text: str, size: int) -> None:
        self.text = text
        self.size = size

    @property
    def whole(self) -> bool:
        """Whether nothing was cut off."""
        return len(self.text) == self.size

    def data(self) -> object:
        """Return the value as plain JSON data; where it was cut, the text that is left."""
        return json.loads(self.text) if self.whole else self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Serialised) and (other.text, other.size) == (self.text, self.size)

    def __hash__(self) -> int:
        return hash((self.text, self.size))

    def __repr__(self) -> str:
        return self.text if self.whole else f"{self.text}… ({self.size} characters)"


class Clipped(str):
    """The beginning of a text that was longer than a record keeps; `size` is the whole text's length."""

    __slots__ = ("size",)
    size: int

    def __new__(cls, text: str, size: int) -> "Clipped":
        made = super().__new__(cls, text)
        made.size = size
        return made

    def __reduce__(self) -> tuple[type["Clipped"], tuple[str, int]]:
        return Clipped, (str(self), self.size)


class Hidden:
    """Stands for a value that was redacted; there is one, in every process."""

    __slots__ = ()

    def __reduce__(self) -> str:
        return "HIDDEN"

    def __repr__(self) -> str:
        return "[redacted]"


HIDDEN = Hidden()


def keep(value: object, cap: int, *, cut: bool = False) -> object:
    """Return what a record keeps of a value: itself if it can't change, else at most `cap` characters of its JSON.

    With `cut` texts and bytes are cut too.
    """
    if isinstance(value, str | bytes):
        return clipped(value, cap) if cut else value
    if immutable(value):
        return value
    text = json_text(value)
    return Serialised(text[:cap], len(text))


def clipped(value: str | bytes, cap: int) -> str | bytes:
    """Return a text or bytes as they are, or what is left when they are longer than `cap`."""
    if len(value) <= cap:
        return value
    start = value[:cap]
    return Clipped(start if isinstance(start, str) else start.decode("latin-1"), len(value))


def immutable(value: object, depth: int = 0) -> bool:
    """Say whether a value and all it holds can't change; what is nested deeper than a few levels is taken to."""
    if type(value) in ATOMS or isinstance(value, _MORE_ATOMS):
        return True
    if depth >= _DEPTH:
        return False
    if type(value) in (tuple, frozenset):
        return len(value) <= 64 and all(immutable(item, depth + 1) for item in value)  # type: ignore[arg-type,attr-defined]
    if is_dataclass(value) and not isinstance(value, type) and value.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return all(immutable(getattr(value, part.name, None), depth + 1) for part in fields(value))
    return False


def json_text(value: object) -> str:
    """Return a value as JSON text; what JSON can't say stands as its `repr`."""
    try:
        return to_json(value, bytes_mode="base64", inf_nan_mode="strings", fallback=repr).decode()
    except (ValueError, TypeError, RecursionError):
        return json.dumps(repr(value))


def portable(value: object) -> object:
    """Return a value that may be copied to another process: itself, or its JSON text where it can't be."""
    try:
        pickle.dumps(value)
    except Exception:  # noqa: BLE001  pickling runs code of the value's class, which may raise anything
        text = json_text(value)
        return Serialised(text, len(text))
    return value


def plain(kept: object, cap: int = sys.maxsize) -> Any:
    """Return what a record kept as plain JSON data, a text cut to `cap` characters."""
    if isinstance(kept, str) and len(kept) > cap:
        return kept[:cap]
    if type(kept) in (str, int, bool, NoneType) or (isinstance(kept, float) and math.isfinite(kept)):
        return kept
    if isinstance(kept, float):
        return repr(kept)
    if isinstance(kept, Serialised):
        return kept.data()
    if isinstance(kept, Hidden):
        return repr(kept)
    return json.loads(json_text(kept))


def told(kept: object, cap: int = sys.maxsize) -> tuple[str, int | None]:
    """Return what a record kept as JSON text of at most about `cap` characters, and its whole length if it was cut.

    What was cut is a JSON string: of a text its beginning, of anything else the beginning of its JSON.
    """
    if isinstance(kept, str):
        size = kept.size if isinstance(kept, Clipped) else len(kept)
        return _quoted(kept[:cap]), size if size > cap or isinstance(kept, Clipped) else None
    if isinstance(kept, Serialised):
        return (kept.text, None) if kept.whole else (_quoted(kept.text), kept.size)
    if isinstance(kept, Hidden) or (isinstance(kept, float) and not math.isfinite(kept)):
        return f'"{kept!r}"', None
    text = json_text(kept)
    return (text, None) if len(text) <= cap else (_quoted(text[:cap]), len(text))


def _quoted(text: str) -> str:
    # A lone surrogate has no UTF-8; escaped it is JSON all the same.
    return json.dumps(str(text)) if text.isascii() or not _encodable(text) else _AS_IT_IS.encode(str(text))


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def weight(value: object) -> int:
    """Return how many bytes a value takes when it is carried forward: its text in UTF-8, or that of its JSON."""
    if isinstance(value, str):
        return len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass"))
    if isinstance(value, bytes | bytearray):
        return len(value)
    return len(json_text(value).encode())
