"""The `kind` field that tells the members of a union apart in JSON."""

from dataclasses import field
from typing import Any


def tag(name: str) -> Any:
    """Return a dataclass field that always holds `name` and takes no part in equality or positional patterns."""
    return field(default=name, kw_only=True, repr=False, compare=False)
