"""How often each rule found something, instead of what it found."""

import json
from collections import Counter

from analyzer.finding import Finding
from analyzer.outcome import Outcome


def counted(outcome: Outcome) -> list[tuple[Finding, int]]:
    """One finding of each rule with how many there are, the most frequent first."""
    first = {one.code: one for one in reversed(outcome.findings)}
    counts = Counter(one.code for one in outcome.findings)
    return [(first[code], counts[code]) for code in sorted(counts, key=lambda code: (-counts[code], code))]


def as_text(outcome: Outcome) -> str:
    """A table, a line a rule."""
    rows = counted(outcome)
    digits = max((len(str(number)) for _, number in rows), default=1)
    return "".join(f"{number:>{digits}}  {one.code}  {one.name}\n" for one, number in rows)


def as_json(outcome: Outcome) -> str:
    """A list of objects, a rule each."""
    rows = [{"code": one.code, "name": one.name, "count": number} for one, number in counted(outcome)]
    return json.dumps(rows, indent=2) + "\n"
