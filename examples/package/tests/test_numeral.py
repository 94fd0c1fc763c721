"""What the numerals promise."""

import pytest

from romans import from_roman, to_roman


@pytest.mark.parametrize(
    ("number", "numeral"), [(1, "I"), (4, "IV"), (1994, "MCMXCIV"), (2026, "MMXXVI"), (3999, "MMMCMXCIX")]
)
def test_known_numbers(number: int, numeral: str) -> None:
    assert to_roman(number) == numeral
    assert from_roman(numeral) == number


def test_every_number_there_and_back() -> None:
    assert [from_roman(to_roman(number)) for number in range(1, 4000)] == list(range(1, 4000))


@pytest.mark.parametrize("number", [0, -1, 4000])
def test_numbers_without_a_numeral(number: int) -> None:
    with pytest.raises(ValueError, match="no Roman numeral for"):
        to_roman(number)


@pytest.mark.parametrize("numeral", ["", "IIII", "IC", "VX", "MMMM", "mm", "X I"])
def test_texts_that_are_no_numeral(numeral: str) -> None:
    with pytest.raises(ValueError, match="is no Roman numeral"):
        from_roman(numeral)
