"""What the analyzer proper says of one file, as the sweep over all files needs it. Plain data."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from analyzer.files import Source
from analyzer.finding import Finding
from chaindsl.graph.place import Place


@dataclass(frozen=True, slots=True)
class Inspection:
    """One file: its text, what was found, how many flows it defines and how many of their parts are unknown.

    `parsed` says that it had to be parsed, `whole` that it was read to its end: what was not found is not there.
    `parts` are the places of flows that flows of this file have as parts; they may be in other files.
    """

    text: str = ""
    findings: tuple[Finding, ...] = ()
    flows: int = 0
    unknown: int = 0
    parsed: bool = True
    whole: bool = True
    parts: frozenset[Place] = frozenset()


class Inspects(Protocol):
    """Whoever inspects files."""

    def inspect(self, source: Source, data: bytes, codes: frozenset[str]) -> Inspection:
        """Inspect a file, given its bytes and the codes of the rules that are to run."""


Inspect = Callable[[Source, bytes, frozenset[str]], Inspection]
"""Inspects a file, given its bytes and the codes of the rules that are to run."""
