"""Plain data as YAML text: block style, two spaces, texts without quotes where they stay what they are."""

import json
import re
from collections.abc import Iterator

from chaindsl.yamlform.node import Value
from chaindsl.yamlform.scalar import needs_quotes

_PLAIN = re.compile(r"[A-Za-z_$/][\w.$/@+=<>!' -]*")
_KEY = re.compile(r"[A-Za-z_][\w.-]*")


def yaml_text(value: Value) -> str:
    """Return a mapping as a YAML document."""
    return "\n".join(_lines(value, 0)) + "\n"


def _lines(value: Value, indent: int) -> Iterator[str]:
    space = "  " * indent
    if isinstance(value, dict):
        for name, part in value.items():
            key = name if _KEY.fullmatch(name) and not needs_quotes(name) else _quoted(name)
            yield from _entry(f"{space}{key}:", part, indent + 1)
    elif isinstance(value, list):
        for part in value:
            yield from _item(space, part, indent)


def _entry(start: str, value: Value, indent: int) -> Iterator[str]:
    if isinstance(value, str) and _block(value):
        yield f"{start} |-"
        yield from (f"{'  ' * indent}{line}" if line else "" for line in value.split("\n"))
    elif isinstance(value, dict | list) and value and not _short(value):
        yield start
        yield from _lines(value, indent)
    else:
        yield f"{start} {_flow(value)}"


def _item(space: str, value: Value, indent: int) -> Iterator[str]:
    if isinstance(value, dict) and value and not _short(value):
        first, *rest = _lines(value, indent + 1)
        yield f"{space}- {first.lstrip()}"
        yield from rest
    else:
        yield f"{space}- {_flow(value)}"


def _short(value: Value) -> bool:
    """Whether a mapping or list fits on a line: it holds nothing but a few scalars."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    plain = all(not isinstance(part, dict | list) or (isinstance(part, list) and _short(part)) for part in parts)
    return plain and len(_flow(value)) <= 72


def _flow(value: Value) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{_flow(name)}: {_flow(part)}" for name, part in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, str):
        return value if _is_plain(value) else _quoted(value)
    return json.dumps(value)


def _quoted(text: str) -> str:
    """A text in double quotes. JSON's escapes are YAML's, but for characters that take two of them."""
    return "".join(char if char.isprintable() else _escaped(char) for char in json.dumps(text, ensure_ascii=False))


def _escaped(char: str) -> str:
    number = ord(char)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _is_plain(text: str) -> bool:
    return bool(_PLAIN.fullmatch(text)) and not needs_quotes(text) and text == text.strip()


def _block(text: str) -> bool:
    """Whether a text of several lines can stand as it is."""
    lines = text.split("\n")
    whole = all(line == line.rstrip() and line.isprintable() for line in lines)
    return len(lines) > 1 and whole and bool(lines[0]) and not lines[0].startswith(" ") and bool(lines[-1])
