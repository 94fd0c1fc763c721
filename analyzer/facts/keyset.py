"""Sets of keys as the bits of an integer, so that a pass over a whole flow is a few machine operations a node.

`EVERYTHING` holds every key there is or could be: it is what a part that can't be followed may write.
"""

from collections.abc import Iterable, Iterator

EVERYTHING = -1


class KeyIndex:
    """Gives each key a bit, in order of first mention."""

    def __init__(self) -> None:
        self._bits: dict[str, int] = {}
        self.names: list[str] = []

    def bit(self, key: str) -> int:
        """Return the set that holds just this key."""
        found = self._bits.get(key)
        if found is None:
            found = self._bits[key] = 1 << len(self.names)
            self.names.append(key)
        return found

    def bits(self, keys: Iterable[str]) -> int:
        """Return the set of these keys."""
        found = 0
        for key in keys:
            found |= self.bit(key)
        return found

    def known(self, key: str) -> bool:
        """Say whether the key was ever mentioned."""
        return key in self._bits

    def keys(self, bits: int) -> Iterator[str]:
        """Yield the keys of a set in order of first mention."""
        bits &= (1 << len(self.names)) - 1
        while bits:
            low = bits & -bits
            yield self.names[low.bit_length() - 1]
            bits ^= low
