"""Text that is safe on a terminal: source may hold control and direction characters, and none of them gets through."""

TAB = "    "


def printable(text: str) -> str:
    """The text on one line, with everything that is not plainly visible spelt as an escape."""
    return text if text.isprintable() else "".join(map(visible, text))


def visible(char: str) -> str:
    """The character as it is shown; one of source may take several."""
    if char.isprintable():
        return char
    if char == "\t":
        return TAB
    return char.encode("unicode_escape").decode("ascii")


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # noqa: PLC0415 - most lines need none

    return sum(0 if combining(char) else 1 + (east_asian_width(char) in {"W", "F"}) for char in text)
