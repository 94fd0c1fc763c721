"""Numbers from 1 to 3999 to Roman numerals and back."""

SIGNS = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)


def to_roman(number: int) -> str:
    """Return the Roman numeral for a number. Raises ValueError outside 1 to 3999."""
    if not 1 <= number <= 3999:
        raise ValueError(f"there is no Roman numeral for {number}")
    numeral = ""
    for value, sign in SIGNS:
        count, number = divmod(number, value)
        numeral += sign * count
    return numeral


def from_roman(numeral: str) -> int:
    """Return the number that a Roman numeral stands for. Raises ValueError for what is none."""
    number, rest = 0, numeral
    for value, sign in SIGNS:
        while rest.startswith(sign):
            number, rest = number + value, rest.removeprefix(sign)
    if rest or not number or number > 3999 or to_roman(number) != numeral:
        raise ValueError(f"{numeral!r} is no Roman numeral")
    return number
