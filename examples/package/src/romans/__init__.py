"""Roman numerals, both ways: `to_roman(2026) == "MMXXVI"` and `from_roman("MMXXVI") == 2026`."""

from romans.numeral import from_roman, to_roman

__all__ = ["from_roman", "to_roman"]
