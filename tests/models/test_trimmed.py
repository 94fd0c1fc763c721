"""Together the pieces of an answer are the answer, without the space around it."""

from hypothesis import given
from hypothesis import strategies as st

from chaindsl.models.trimmed import Trimmed


@given(st.lists(st.text(" \n\u00a0ab", min_size=1, max_size=4)))
def test_pieces_together_are_the_answer_without_the_space_around_it(parts: list[str]) -> None:
    told: list[tuple[str, int]] = []
    trimmed = Trimmed(lambda text, offset: told.append((text, offset)))
    for number, part in enumerate(parts):
        trimmed.add(part, sum(map(len, parts[:number])))
    assert "".join(text for text, _ in told) == "".join(parts).strip()
    assert [offset for _, offset in told] == [sum(len(text) for text, _ in told[:n]) for n in range(len(told))]


def test_an_answer_that_begins_anew_forgets_what_was_held_back() -> None:
    told: list[tuple[str, int]] = []
    trimmed = Trimmed(lambda text, offset: told.append((text, offset)))
    for text, offset in ((" one ", 0), (" two", 0), (" ", 4), ("three\n", 5)):
        trimmed.add(text, offset)
    assert told == [("one", 0), ("two", 0), (" three", 3)]
