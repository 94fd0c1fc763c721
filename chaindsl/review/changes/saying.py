"""How differences are said in words, the same in every format: heads, one line for each change, what follows.

Names stand in backquotes. Nothing here knows a format; each makes of a backquoted name what it has for it.
"""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analyzer.finding import Finding
from chaindsl.draw.wording import number, visible
from chaindsl.review.changes.change import Aspect, Change, Verb
from chaindsl.review.changes.difference import Difference, FlowDifference
from chaindsl.review.changes.following import Following

_PARTS = (Aspect.STEP, Aspect.BRANCH, Aspect.LOOP, Aspect.PARALLEL, Aspect.PART, Aspect.STATE, Aspect.TRANSITION)
_PLAIN = re.compile(r"[\w .,;:?()→'/-]*")
SIGNS = {Verb.ADDED: "+", Verb.REMOVED: "−", Verb.CHANGED: "~"}
"""A minus sign, as wide as the plus."""


def count(many: int, noun: str) -> str:
    """Return `1 flow` or `3 flows`."""
    return f"{many} {noun if many == 1 else noun + 's'}"


def gate_lines(difference: Difference) -> Iterator[str]:
    """Yield a line for each human gate that is gone."""
    for flow, text in difference.removed_gates:
        yield f"human gate removed: {text} (flow {quoted(flow.name)}, {visible(flow.here.place)})"


def head(difference: Difference) -> str:
    """Return the one line that says how much differs."""
    counts = {verb: sum(flow.verb == verb for flow in difference.flows) for verb in ("added", "removed", "changed")}
    said = ", ".join(f"{many} {verb}" for verb, many in counts.items() if many)
    between = f"between {visible(difference.old)} and {visible(difference.new)}"
    if not said:
        return f"No flow differs {between}.{_quiet(difference)}"
    total = sum(counts.values())
    return f"{count(total, 'flow')} {'differs' if total == 1 else 'differ'} {between}: {said}.{_quiet(difference)}"


def _quiet(difference: Difference) -> str:
    flows = difference.quiet
    moved, renamed = (sum(map(bool, some)) for some in ([f.moved for f in flows], [f.renamed for f in flows]))
    said = [f"{moved} only moved"] if moved else []
    said += [f"{renamed} only renamed, or parts of it"] if renamed else []
    return f" Besides, {' and '.join(said)}." if said else ""


def title(flow: FlowDifference) -> str:
    """Return what happened to a flow, on one line."""
    where = visible(flow.here.place)
    if flow.moved and flow.old is not None:
        where += f", moved from {visible(flow.old.file)}"
    return f"{quoted(flow.name)} {'as it was' if flow.verb == 'same' else flow.verb} ({where})"


def renamed_lines(flow: FlowDifference) -> Iterator[str]:
    """Yield a line for each new name."""
    for one in flow.renamed:
        yield f"{one.kind} {quoted(one.before)} is now called {quoted(one.after)}"


def quoted(text: str) -> str:
    """Return a name in backquotes; those in it become plain ones."""
    shown = visible(text).replace("`", "'")
    return f"`{shown}`"


def change_line(change: Change) -> str:
    """Return one change as a line, the difference of texts left out."""
    inside = "".join(f"{quoted(one)} → " for one in change.inside)
    subject = quoted(change.subject) if change.subject else "the flow"
    return f"{inside}{subject}{_about(change)}: {_values(change)}"


def _about(change: Change) -> str:
    if change.aspect is Aspect.ORDER:
        return f", order{f' ({change.what})' if change.what else ''}"
    if change.what in ("", str(change.aspect)):
        return "" if change.aspect in _PARTS and change.verb is not Verb.CHANGED else f", {change.aspect}"
    if change.aspect in (Aspect.PROMPT, Aspect.BUDGET):
        return f", {change.aspect} {_value(change.what)}"
    return f", {_value(change.what)}"


def _values(change: Change) -> str:
    before, after = (None if one is None else _value(one) for one in (change.before, change.after))
    if before is None and after is None:
        return f"{change.aspect} {change.verb}" if change.what == "" else str(change.verb)
    if before == after:
        return f"{after}, the text differs" if change.lines else f"{after}, changed"
    if change.verb is not Verb.CHANGED:
        return f"{change.verb}, {before or after}"
    return f"{before} → {after}"


def _value(text: str) -> str:
    """A value as it is, in backquotes where a format might take some of it for its own."""
    return text if _PLAIN.fullmatch(text) else quoted(text)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that follows from a flow, before and after; the texts are empty where there was, or is, no flow."""

    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.what}: {' → '.join(filter(None, (self.before, self.after)))}"


_FIGURES = (
    ("most model calls", "calls"),
    ("most model calls between decisions", "between"),
    ("most seconds", "seconds"),
    ("longest deterministic chain", "row"),
)


def figures(flow: FlowDifference) -> Iterator[Figure]:
    """Yield the numbers that are not what they were; all that say something where a flow came or went."""
    for what, field in _FIGURES:
        before, after = _figure(flow.before, field), _figure(flow.after, field)
        if field == "between" and before == _figure(flow.before, "calls") and after == _figure(flow.after, "calls"):
            continue
        if before != after and {before, after} - {"", "0"}:
            yield Figure(what, before, after)


def _figure(one: Following | None, field: str) -> str:
    if one is None:
        return ""
    value = getattr(one, field)
    if field == "row":
        return "" if value is None else str(value)
    return "not known" if value is None else "no limit" if value == math.inf else number(value)


def consequence_lines(flow: FlowDifference) -> Iterator[tuple[Verb, str]]:
    """Yield what else follows: keys, states, decisions, parts and findings that came or went."""
    if flow.old is not None and flow.new is not None:
        before, after = flow.before or Following(), flow.after or Following()
        for what, no_more, field in (
            ("key {} is not read any more", "key {} is read now", "unread"),
            ("{} can't be reached any more", "{} can be reached now", "unreachable"),
        ):
            old, new = dict.fromkeys(getattr(before, field)), dict.fromkeys(getattr(after, field))
            yield from ((Verb.ADDED, what.format(quoted(one))) for one in new if one not in old)
            yield from ((Verb.REMOVED, no_more.format(quoted(one))) for one in old if one not in new)
    yield from _decisions(flow)
    yield from ((Verb.CHANGED, f"its part {quoted(part)} has changed") for part in flow.parts)
    yield from finding_lines(flow.found, flow.gone)


def _decisions(flow: FlowDifference) -> Iterator[tuple[Verb, str]]:
    old, new = (dict.fromkeys(() if one is None else one.decisions) for one in (flow.before, flow.after))
    yield from ((Verb.ADDED, f"now {one}") for one in new if one not in old)
    yield from ((Verb.REMOVED, f"no longer: {one}") for one in old if one not in new)


def finding_lines(found: Iterable[Finding], gone: Iterable[Finding]) -> Iterator[tuple[Verb, str]]:
    """Yield a line for each finding that came or went."""
    for verb, some in ((Verb.ADDED, found), (Verb.REMOVED, gone)):
        for one in some:
            yield verb, finding_text(one)


def finding_text(finding: Finding) -> str:
    """Return a finding on one line."""
    return f"{finding.severity} {finding.code}: {visible(finding.message)} ({visible(str(finding.place))})"
