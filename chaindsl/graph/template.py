"""Placeholders in prompts and idempotency keys.

Only `{identifier}` is a placeholder, so JSON braces in an example survive and `str.format`'s attribute access,
which would be an injection, does not exist.
"""

import re
from collections.abc import Mapping

_PLACEHOLDER = re.compile(r"\{([^\W\d]\w*)\}")


def placeholders(text: str) -> tuple[str, ...]:
    """Return the names of the placeholders in order of first appearance."""
    return tuple(dict.fromkeys(_PLACEHOLDER.findall(text)))


def substitute(text: str, values: Mapping[str, object]) -> str:
    """Return the text with every placeholder replaced once; what is put in is never looked at again.

    Raises KeyError with the placeholder's name when a value is missing.
    """
    return _PLACEHOLDER.sub(lambda found: str(values[found.group(1)]), text)
