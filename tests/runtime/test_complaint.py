"""Problems that pydantic finds, in one line."""

import pytest
from pydantic import TypeAdapter, ValidationError

from chaindsl.runtime.complaint import complaint


@pytest.mark.parametrize(
    ("shape", "value", "said"),
    [
        (int, "x", "Input should be a valid integer, unable to parse string as an integer"),
        (dict[str, list[int]], {"a": [1, None]}, "a.1: Input should be a valid integer"),
        (list[int], [None] * 7, "; ".join(f"{n}: Input should be a valid integer" for n in range(5)) + "; and 2 more"),
    ],
)
def test_complaint(shape: type, value: object, said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(shape).validate_python(value)
    assert complaint(caught.value) == said


def test_what_is_not_awaited_says_so() -> None:
    async def text() -> str:
        return "text"

    pending = text()
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(str).validate_python(pending)
    pending.close()
    said = "Input should be a valid string, and not something to await: say await where it is made"
    assert complaint(caught.value) == said
