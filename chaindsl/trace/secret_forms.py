"""What counts as the text of a secret value, and in which forms it may stand in something else. It masks nothing."""

import base64
import html
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any
from urllib.parse import quote, quote_plus
from uuid import UUID

from chaindsl.trace.keep import HIDDEN

LEAST = 8
"""Characters that a secret has at least, which is the least that a password may have (NIST SP 800-63B).

What is shorter (`yes`, `1234`, `Berlin`) stands in ordinary text by chance: to mask it there would spoil what is
harmless, and would tell by the gaps what the value is.
"""
_DEPTH = 3
"""How often a secret may have been escaped."""
_ENCODED = 4_096
"""Characters up to which a secret is looked for in other encodings: keys are shorter, and what is longer is a text."""


def texts_of(value: object, *, typed: bool) -> Iterator[str]:
    """Yield the texts in a value, those in containers too, keys of mappings and members of enums excepted.

    Those name things and stand in the source. With `typed` only what stands in pydantic's secret types counts.
    """
    pending: list[tuple[object, bool]] = [(value, not typed)]
    seen: set[int] = set()
    while pending:
        found, counts = pending.pop()
        if found is None or isinstance(found, bool | Enum):
            continue
        if (text := _text(found)) is not None:
            if counts:
                yield from _lines(text)
        elif id(found) not in seen:
            seen.add(id(found))
            secret = getattr(found, "get_secret_value", None)
            pending += [(secret(), True)] if callable(secret) else [(part, counts) for part in _parts(found)]


def _text(value: object) -> str | None:
    """The text of what has no parts; None for anything else."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bytes | bytearray):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return value.decode("latin-1")
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value) if isinstance(value, int | float | Decimal | UUID | PurePath) else None


def _lines(text: str) -> Iterator[str]:
    """A text, and its lines where it has several: programs print keys line by line, or indented."""
    lines = [line.strip() for line in text.splitlines()] if "\n" in text else []
    yield from (part for part in (text.strip(), *lines) if len(part) >= LEAST and part != repr(HIDDEN))


def _parts(value: Any) -> Collection[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    if isinstance(value, Collection):
        return list(value)
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name, None) for field in fields(value)]
    # A model of pydantic, or any other object that holds its parts in the open.
    extra = getattr(value, "__pydantic_extra__", None) or {}
    return [*getattr(value, "__dict__", {}).values(), *extra.values()]


def forms_of(text: str) -> set[str]:
    """Return a secret's text as it is, and as it is quoted or encoded by what usually prints it.

    In JSON and `repr`, also in one another (a message that quotes a text that quotes JSON), in a shell's quotes, in
    HTML, in URLs, in base64 (also behind something else, as in `user:password`), as hexadecimal digits.
    """
    found = _escaped(text, _DEPTH if len(text) <= _ENCODED else 1)
    if len(text) > _ENCODED:
        return found
    raw = text.encode("utf-8", "surrogatepass")
    urls = {quote(raw), quote(raw, safe=""), quote_plus(raw)}
    found |= urls | {_PERCENT.sub(lambda match: match[0].lower(), url) for url in urls}
    found |= {html.escape(text), html.escape(text, quote=False), text.replace("'", "'\"'\"'")}
    found |= {raw.decode("latin-1"), raw.hex(), raw.hex().upper(), *_base64(raw)}
    return {form for form in found if len(form) >= LEAST}


def _escaped(text: str, depth: int) -> set[str]:
    """A text with the letters that stand for others behind backslashes in it, so many times over."""
    found = {text}
    for _ in range(depth):
        more = {form for one in found for form in _escapes(one)} - found
        if not more:
            break
        found |= more
    return found


def _escapes(text: str) -> Iterator[str]:
    yield json.dumps(text)[1:-1]
    yield json.dumps(text, ensure_ascii=False)[1:-1]
    # A `repr` escapes apostrophes only where there are quotation marks too, which may stand around the secret.
    bare = "".join(repr(letter)[1:-1] for letter in text)
    yield bare
    if "'" in bare:
        yield repr(text + "'\"")[1:-4]


def _base64(raw: bytes) -> Iterator[str]:
    """The letters that bytes have in base64 whatever stands before and behind them, for each way they may lie."""
    for before in range(3):
        letters = base64.b64encode(bytes(before) + raw).decode()
        inner = letters[-(-before * 8 // 6) : (before + len(raw)) * 8 // 6]
        yield inner
        yield inner.replace("+", "-").replace("/", "_")


_PERCENT = re.compile("%[0-9A-F]{2}")
