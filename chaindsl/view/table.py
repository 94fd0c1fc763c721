"""A trace as a table: one row for each attempt."""

from collections.abc import Iterable

from chaindsl.view.attempt import Attempt
from chaindsl.view.wording import named, signed, wrote

HEAD = ("step", "attempt", "outcome", "wrote", "calls", "tokens", "seconds")
"""The columns' names."""


def rows(attempts: Iterable[Attempt]) -> list[tuple[str, ...]]:
    """Return the rows, in the order of `HEAD`; every cell is one line of text."""
    return [
        (
            named(attempt),
            str(attempt.attempt),
            signed(attempt),
            wrote(attempt),
            str(len(attempt.calls)) if attempt.calls else "",
            str(attempt.tokens) if attempt.tokens else "",
            f"({attempt.seconds:.3f})" if attempt.whole else f"{attempt.seconds:.3f}",
        )
        for attempt in attempts
    ]
