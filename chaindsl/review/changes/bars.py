"""What a difference must not do: the bars of `--fail-on`, a closed list, and what stands above one."""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from analyzer.finding import Severity
from analyzer.refusal import Problem, Refusal
from chaindsl.graph.nearest import nearest
from chaindsl.review.changes.change import Aspect, Change, Verb
from chaindsl.review.changes.difference import Difference, FlowDifference
from chaindsl.review.changes.saying import quoted

_MEASURES = {"calls": "calls", "seconds": "seconds", "chain": "row"}
_UNITS = {"calls": "model calls", "seconds": "seconds", "chain": "deterministic transitions in a row"}
_MEASURE = re.compile(r"(?P<name>[a-z]+)(?P<how>[+>])(?P<most>\d+(\.\d+)?)(?P<percent>%?)", re.ASCII)
_UNVERSIONED = "CD501"


@dataclass(frozen=True, slots=True)
class Failure:
    """A bar that the difference stands above, the flow that does (empty for none), and why."""

    bar: str
    flow: str
    why: str

    def __str__(self) -> str:
        return f"{self.bar}: {f'flow {quoted(self.flow)}, ' if self.flow else ''}{self.why}"


Judge = Callable[[Difference], Iterator[tuple[str, str]]]
"""Yields the flow and the reason for each time that a difference stands above a bar."""


def _gates(difference: Difference) -> Iterator[tuple[str, str]]:
    yield from ((flow.name, text) for flow, text in difference.removed_gates)


def _touched(difference: Difference) -> Iterator[tuple[str, str]]:
    yield from _gates(difference)
    yield from ((flow.name, text) for flow in difference.flows for text in flow.touched)


def _findings(*severities: Severity) -> Judge:
    def judge(difference: Difference) -> Iterator[tuple[str, str]]:
        for one in difference.new_findings(*severities):
            yield "", f"{one.code} {one.message} ({one.place})"

    return judge


def _verb(verb: str) -> Judge:
    return lambda difference: ((flow.name, f"it is {verb}") for flow in difference.flows if flow.verb == verb)


def _changes(wanted: Callable[[Change], bool], why: str) -> Judge:
    def judge(difference: Difference) -> Iterator[tuple[str, str]]:
        for flow in difference.flows:
            for one in filter(wanted, flow.changes):
                yield flow.name, f"{why}: {one.what or one.before or one.subject}"

    return judge


def _unversioned(difference: Difference) -> Iterator[tuple[str, str]]:
    for flow in difference.flows:
        for one in flow.changes:
            if one.aspect is Aspect.PROMPT and one.verb is Verb.CHANGED and one.before == one.after:
                yield flow.name, f"prompt {quoted(one.what)} has another text under the same {one.after}"
    for found in difference.new_findings(*Severity):
        if found.code == _UNVERSIONED:
            yield "", f"{found.message} ({found.place})"


def _following(field: str, why: str) -> Judge:
    def judge(difference: Difference) -> Iterator[tuple[str, str]]:
        for flow in difference.flows:
            if flow.after is not None:
                before = set[str]() if flow.before is None else set(getattr(flow.before, field))
                yield from ((flow.name, f"{why}: {one}") for one in getattr(flow.after, field) if one not in before)

    return judge


def _loosened(change: Change) -> bool:
    """Whether a budget is gone, or is higher than it was."""
    if change.aspect is not Aspect.BUDGET or change.verb is Verb.ADDED:
        return False
    try:
        values = [float(str(one).replace(" ", "")) for one in (change.before, change.after)]
    except ValueError:
        return True
    return values[1] > values[0]


WORDS: dict[str, Judge] = {
    "any-change": lambda difference: ((flow.name, f"it is {flow.verb}") for flow in difference.different),
    "budget-raised": _changes(_loosened, "a budget is gone or higher"),
    "flow-removed": _verb("removed"),
    "guarantee-removed": _changes(
        lambda one: one.aspect is Aspect.GUARANTEE and one.verb is not Verb.ADDED, "a guarantee is gone"
    ),
    "human-gate-removed": _gates,
    "human-gate-touched": _touched,
    "new-decision": _following("decisions", "now"),
    "new-errors": _findings(Severity.ERROR),
    "new-findings": _findings(*Severity),
    "new-warnings": _findings(Severity.ERROR, Severity.WARNING),
    "unread-key": _following("unread", "nothing reads the key any more"),
    "unreachable": _following("unreachable", "it can't be reached any more"),
    "unversioned-prompt": _unversioned,
}
"""Bars without a number."""

SHAPES = tuple(f"{name}{how}" for name in _MEASURES for how in ("+N%", "+N", ">N"))
"""Bars with a number: more by so many per cent, more by so many, more than so many."""


def bars(texts: Iterable[str]) -> list[str]:
    """Return the bars that are named, separated by commas. Raises Refusal for all that are none, with the nearest."""
    named = [part.strip() for text in texts for part in text.split(",")]
    wrong = [one for one in named if one not in WORDS and not _is_measure(one)]
    if wrong:
        known = (*WORDS, *SHAPES)
        raise Refusal(Problem("unknown-bar", f"--fail-on knows no {one!r}", "", _hint(one, known)) for one in wrong)
    return list(dict.fromkeys(named))


def _hint(one: str, known: tuple[str, ...]) -> str:
    near = nearest(one, known)
    return near if near.startswith("did") else f"there is {', '.join(known)}"


def _is_measure(text: str) -> bool:
    found = _MEASURE.fullmatch(text)
    return found is not None and found["name"] in _MEASURES and not (found["how"] == ">" and found["percent"])


def failures(difference: Difference, wanted: Iterable[str]) -> list[Failure]:
    """Return what stands above these bars, in their order."""
    found = []
    for bar in wanted:
        told = WORDS[bar](difference) if bar in WORDS else _measured(bar, difference)
        found += [Failure(bar, flow, why) for flow, why in told]
    return found


def _measured(bar: str, difference: Difference) -> Iterator[tuple[str, str]]:
    found = _MEASURE.fullmatch(bar)
    assert found is not None
    name, most = found["name"], float(found["most"])
    for flow in difference.flows:
        before, after = _value(flow, name, old=True), _value(flow, name, old=False)
        if after is None or (found["how"] == "+" and before is None):
            continue
        limit = most if before is None or found["how"] == ">" else _more(before, most, found["percent"])
        if after > limit and (before is None or after != before or found["how"] == ">"):
            came = "" if before is None else f"{_text(before)} → "
            now = f"{_text(after)}{' to the' if after == math.inf else ''} {_UNITS[name]}"
            yield flow.name, f"{came}{now}, and at most {_text(limit)} are let pass"


def _more(before: float, most: float, percent: str) -> float:
    return before * (1 + most / 100) if percent else before + most


def _value(flow: FlowDifference, name: str, *, old: bool) -> float | None:
    """The figure of a flow; None where there is no such. What is not known may be anything."""
    one = flow.before if old else flow.after
    if one is None:
        return None
    value = getattr(one, _MEASURES[name])
    if value is None and name == "chain":
        return 0
    return math.inf if value is None else float(value)


def _text(value: float) -> str:
    return "no limit" if value == math.inf else f"{value:.10g}"
