"""What a plain scalar means: the core schema of YAML 1.2, as the form's own reader has it.

So `yes`, `on` and `012` are what they look like, unlike in YAML 1.1.
"""

import math
import re

from chaindsl.yamlform.node import Value

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_SPECIAL = re.compile(r"[-+]?\.(?:inf|Inf|INF|nan|NaN|NAN)")
_DIGITS = 18
"""Whole numbers of up to so many digits are the same in every program that reads them."""


class NumberError(ValueError):
    """A number that can't be kept as it is."""


def resolved(text: str) -> str | int | float | bool | None:
    """Return what a plain scalar stands for. Raises NumberError for a number that would not survive."""
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if _INT.fullmatch(text):
        if len(text.lstrip("+-")) > _DIGITS:
            raise NumberError(f"a number of more than {_DIGITS} digits")
        return int(text)
    if _SPECIAL.fullmatch(text):
        raise NumberError(f"{text} is no number of JSON")
    if _FLOAT.fullmatch(text) and not text.isdigit():
        found = float(text)
        if not math.isfinite(found):
            raise NumberError("a number that is too large")
        return found
    return text


def needs_quotes(value: Value) -> bool:
    """Say whether a text, written plainly, would be read as something else."""
    try:
        return isinstance(value, str) and resolved(value) != value
    except NumberError:
        return True
