"""What stands for a part of a graph where many are counted: its identity, or that of a workflow with a state's name."""

from typing import TypeAlias

Mark: TypeAlias = int | tuple[int, str]


def mark_of(part: object) -> Mark:
    """Return what stands for a part, as a drawing's node names it."""
    if isinstance(part, tuple):
        body, state = part
        return id(body), state
    return id(part)
