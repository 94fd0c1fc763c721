"""Values, amounts and outcomes as text that is safe to show on a terminal."""

import json
from collections.abc import Iterator
from typing import Any

from chaindsl.draw.wording import visible
from chaindsl.view.attempt import Attempt
from chaindsl.view.outcome import SIGNS, Outcome

LINE = 60
"""Characters of a value, or of a reason, in one line of many."""


def count(number: int, noun: str) -> str:
    """Return `1 call` or `3 calls`."""
    return f"{number:,} {noun}{'s' * (number != 1)}".replace(",", " ")


def seconds(amount: float) -> str:
    """Return seconds with as many digits as mean something."""
    if not amount:
        return "0 s"
    if amount < 0.1:
        return f"{amount * 1000:.1f} ms" if amount >= 0.0001 else f"{amount * 1_000_000:.0f} µs"
    if amount < 100:
        return f"{amount:.2f} s" if amount < 10 else f"{amount:.1f} s"
    return f"{amount // 60:.0f} min {amount % 60:.0f} s"


def text_of(value: Any) -> str:
    """Return a value as it is read: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def block(value: Any) -> Iterator[str]:
    """Yield a value as lines on which nothing can move a terminal's cursor."""
    for line in text_of(value).splitlines() or [""]:
        yield visible(line.expandtabs(4)).rstrip()


def brief(value: Any, most: int = LINE) -> str:
    """Return a value in one line of at most `most` characters."""
    text = value[: most * 4] if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = visible(" ".join(text.split()))
    return line if len(line) <= most else f"{line[: most - 1]}…"


def said(attempt: Attempt, most: int = LINE) -> str:
    """Return how an attempt came out, in words."""
    data = attempt.data
    match attempt.outcome:
        case Outcome.FALLBACK:
            return brief(f"fallback: {data['message']}", most)
        case Outcome.REJECTED:
            return brief(f"rejected: {data['message']}", most)
        case Outcome.FAILED:
            return brief(str(data["error"]), most)
    notes = []
    if attempt.whole:
        notes.append(count(data["items"], "item"))
    if data["dropped"]:
        notes.append(f"{data['dropped']} dropped")
    if data["exit_code"] is not None:
        notes.append(f"exit code {data['exit_code']}")
    return ", ".join(["ok", *notes])


def signed(attempt: Attempt, most: int = LINE) -> str:
    """Return the same after its sign."""
    return f"{SIGNS[attempt.outcome]} {said(attempt, most)}"


def wrote(attempt: Attempt, most: int = LINE) -> str:
    """Return what an attempt wrote, nothing where it wrote nothing."""
    return f"{brief(attempt.writes, most)} = {brief(attempt.output, most)}" if attempt.wrote else ""


def named(attempt: Attempt) -> str:
    """Return the path below the flow, the item, and for a transition where it led."""
    way = f" → {brief(attempt.target)}" if attempt.target else ""
    return f"{visible(attempt.name)}{way}"
