"""The values of one flow as a trace tells them, and how often each key was written."""

from collections import Counter
from collections.abc import Mapping
from typing import Any


class Keys:
    """`values` by key; `writes` counts how often each was written."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = dict(values)
        self.writes: Counter[str] = Counter()

    def put(self, key: str, value: Any) -> None:
        """Write a key."""
        self.values[key] = value
        self.writes[key] += 1
