"""The two descriptors that the protocol runs on, moved away from where anything else could read or write.

It knows nothing of the protocol.
"""

import os
import sys
from dataclasses import dataclass
from typing import TextIO


@dataclass(frozen=True, slots=True)
class Wire:
    """What the client writes and what it reads, as UTF-8 text. Children do not inherit them."""

    requests: TextIO
    answers: TextIO


def take_wire() -> Wire:
    """Take standard input and output for the protocol alone.

    From now on whatever prints, a library beneath Python or a child process included, prints to standard error, and
    whatever reads finds the end of its input.
    """
    sys.stdout.flush()
    requests, answers = _moved(0), _moved(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    # Without a standard error there is nowhere to print to.
    os.dup2(2 if _is_open(2) else nothing, 1)
    os.close(nothing)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - open until the end
    sys.stdout = sys.stderr
    return Wire(
        open(requests, encoding="utf-8", errors="replace", newline="\n"),  # noqa: PTH123 - a descriptor
        open(answers, "w", encoding="utf-8", newline="\n"),  # noqa: PTH123 - a descriptor
    )


def _moved(number: int) -> int:
    """Return a copy of a descriptor that lies above the standard ones; the null device where it is closed."""
    source = number if _is_open(number) else os.open(os.devnull, os.O_RDWR)
    taken: list[int] = []
    while not taken or taken[-1] <= 2:
        taken.append(os.dup(source))
    for low in taken[:-1]:
        os.close(low)
    return taken[-1]


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
