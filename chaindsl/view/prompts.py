"""How many characters each call sends, and how that grows from call to call."""

from collections.abc import Iterable
from dataclasses import dataclass

from chaindsl.view.attempt import Attempt
from chaindsl.view.wording import brief

HEAD = ("call", "step", "prompt", "version", "characters", "growth", "", "tokens in", "tokens out")
"""The columns of the table of calls."""
TOTALS_HEAD = ("prompt", "version", "calls", "least", "most", "all characters", "tokens in", "tokens out")
"""The columns of the table of prompts."""
_BAR = 24


@dataclass(frozen=True)
class Sent:
    """One call: the attempt that made it, the prompt's name and version, and what went to and fro."""

    attempt: Attempt
    name: str
    version: str
    characters: int
    growth: int | None
    tokens_in: int | None
    tokens_out: int | None


def sent(attempts: Iterable[Attempt]) -> list[Sent]:
    """Return every call in the order in which the attempts ended; `growth` is against the same prompt's call before."""
    before: dict[tuple[str, str], int] = {}
    found = []
    for attempt in attempts:
        for call in attempt.calls:
            name = str(call.get("prompt") or f"(no prompt, to {call['tool']})")
            key = (name, attempt.step)
            size = int(call["characters"])
            growth = size - before[key] if key in before else None
            before[key] = size
            version = str(call.get("version") or "")
            tokens = call.get("input_tokens"), call.get("output_tokens")
            found.append(Sent(attempt, name, version, size, growth, *tokens))
    return found


def rows(calls: list[Sent]) -> list[tuple[str, ...]]:
    """Return one row for each call, with a bar that says how long its prompt is beside the longest."""
    longest = max([call.characters for call in calls], default=0) or 1
    return [
        (
            str(number),
            f"{brief(call.attempt.name)}{f' ({call.attempt.attempt})' if call.attempt.attempt > 1 else ''}",
            brief(call.name),
            brief(call.version),
            str(call.characters),
            "" if call.growth is None else f"{call.growth:+d}",
            "█" * round(call.characters / longest * _BAR),
            _number(call.tokens_in),
            _number(call.tokens_out),
        )
        for number, call in enumerate(calls, 1)
    ]


def totals(calls: list[Sent]) -> list[tuple[str, ...]]:
    """Return one row for each prompt and version, those that send most first."""
    groups: dict[tuple[str, str], list[Sent]] = {}
    for call in calls:
        groups.setdefault((call.name, call.version), []).append(call)
    ordered = sorted(groups.items(), key=lambda group: (-sum(call.characters for call in group[1]), group[0]))
    return [
        (
            brief(name),
            brief(version),
            str(len(group)),
            str(min(call.characters for call in group)),
            str(max(call.characters for call in group)),
            str(sum(call.characters for call in group)),
            _number(_sum(call.tokens_in for call in group)),
            _number(_sum(call.tokens_out for call in group)),
        )
        for (name, version), group in ordered
    ]


def _sum(numbers: Iterable[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None


def _number(number: int | None) -> str:
    return "" if number is None else str(number)
