"""All values of a run at once, for the rare step that needs them."""

from collections.abc import Iterator, Mapping
from typing import Any


class Values(Mapping[str, Any]):
    """A read-only view of every key of a run.

    A parameter annotated `Values` gets all of them and counts as reading every key. `Values({"question": "…"})`
    serves to call such a step in a test.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Values({dict(self._values)!r})"
