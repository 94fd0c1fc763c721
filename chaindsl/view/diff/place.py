"""A place in a run that both runs may have come to: one step, one item, in one round. What both did there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from chaindsl.view.attempt import Attempt
from chaindsl.view.outcome import Outcome, of_attempts

Key = tuple[str, int | None, int]
"""The path, the item, and which of the times it was that the path was come to."""


class Verdict(StrEnum):
    """How a place differs, if it does."""

    SAME = "same"
    OUTPUT = "output differs"
    OUTCOME = "outcome differs"
    ATTEMPTS = "attempts differ"
    ASKED = "asked otherwise"
    ONLY_LEFT = "only in the first"
    ONLY_RIGHT = "only in the second"


@dataclass
class Side:
    """The attempts of one run at a place, in order; none where it never came there."""

    attempts: list[Attempt] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.attempts)

    @property
    def last(self) -> Attempt:
        """The attempt that counts."""
        return self.attempts[-1]

    @property
    def outcome(self) -> Outcome:
        """How it came out in the end."""
        return of_attempts(attempt.outcome for attempt in self.attempts)

    @property
    def ok(self) -> bool:
        """Whether there is an output."""
        return bool(self.attempts) and bool(self.last.data["ok"])

    @property
    def output(self) -> Any:
        """What it wrote, with the length of what was cut."""
        return self.last.output, self.last.data["cut"]

    @property
    def reads(self) -> Mapping[str, Any]:
        """What the last attempt read."""
        return self.last.reads if self.attempts else {}

    @property
    def sent(self) -> list[list[str | None]]:
        """The prompts of each attempt's calls as they were sent; calls at once have no order."""
        return [sorted((call.get("sent") for call in attempt.calls), key=repr) for attempt in self.attempts]

    @property
    def calls(self) -> int:
        """Model calls, all attempts together."""
        return sum(len(attempt.calls) for attempt in self.attempts)

    @property
    def tokens(self) -> int:
        """Tokens, all attempts together."""
        return sum(attempt.tokens for attempt in self.attempts)

    @property
    def seconds(self) -> float:
        """Seconds, all attempts together, pauses between them left out."""
        return sum(attempt.seconds for attempt in self.attempts)


@dataclass
class Place:
    """One place with both sides; how they differ is asked when all attempts are there."""

    key: Key
    left: Side = field(default_factory=Side)
    right: Side = field(default_factory=Side)

    @property
    def any(self) -> Attempt:
        """An attempt of either side, for what both have in common."""
        return (self.left or self.right).attempts[0]

    @property
    def name(self) -> str:
        """What people call it."""
        again = f" (time {self.key[2]})" if self.key[2] > 1 else ""
        return f"{self.any.name}{again}"

    @cached_property
    def verdict(self) -> Verdict:
        """How it differs, the most telling difference."""
        left, right = self.left, self.right
        if not left or not right:
            return Verdict.ONLY_LEFT if left else Verdict.ONLY_RIGHT
        if left.ok != right.ok or (left.last.target, left.last.data["actor"]) != (
            right.last.target,
            right.last.data["actor"],
        ):
            return Verdict.OUTCOME
        if left.ok and left.output != right.output:
            return Verdict.OUTPUT
        if [_told(a) for a in left.attempts] != [_told(a) for a in right.attempts]:
            return Verdict.ATTEMPTS
        return Verdict.ASKED if left.sent != right.sent else Verdict.SAME

    @property
    def changed(self) -> bool:
        """Whether what it hands on differs."""
        return self.verdict not in (Verdict.SAME, Verdict.ATTEMPTS, Verdict.ASKED)

    @cached_property
    def changed_reads(self) -> list[str]:
        """The keys whose values it read differ, or were there on one side only."""
        left, right = self.left.reads, self.right.reads
        if not self.left or not self.right:
            return []
        return [key for key in dict.fromkeys([*left, *right]) if _read(left, key) != _read(right, key)]


def _told(attempt: Attempt) -> tuple[object, ...]:
    data = attempt.data
    return attempt.outcome, data["rejected"], data["message"], data["error"], data["exit_code"]


def _read(reads: Mapping[str, Any], key: str) -> tuple[bool, Any]:
    return key in reads, reads.get(key)
