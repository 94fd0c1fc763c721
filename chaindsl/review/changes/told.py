"""Which findings came and which went: what both sides say of one flow, or of one file, is neither.

It must not know how flows became pairs. A finding is the same wherever it stands if its rule, its subject and its words
are, under the new names. But what is mended in one flow makes up for nothing that is broken in another of its name.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from analyzer.finding import Finding
from chaindsl.review.changes.difference import FlowDifference
from chaindsl.review.changes.snapshot import FlowAt

_QUOTED = re.compile(r"`([^`]*)`")
Key = tuple[str, str, str]
Files = tuple[Collection[str], Collection[str]]
"""The files that the old side has, and those of the new."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A finding, what it says, and the number of the flow that it can only be about."""

    finding: Finding
    key: Key
    flow: int | None

    @property
    def file(self) -> str:
        return self.finding.place.file


def with_findings(
    flows: Sequence[FlowDifference], old: Iterable[Finding], new: Iterable[Finding], files: Files
) -> tuple[list[FlowDifference], list[Finding], list[Finding]]:
    """Return the flows with the findings that came and went, and those that belong to none of them."""
    before = _of_side([flow.old for flow in flows], old, [dict(_names(flow)) for flow in flows])
    after = _of_side([flow.new for flow in flows], new, [{}] * len(flows))
    gone, found = _unmatched(before, after), _unmatched(after, before)
    gone, found = _unmoved(gone, found, flows, files)
    of_new = _by_flow([one.finding for one in found], [flow.new for flow in flows])
    of_old = _by_flow([one.finding for one in gone], [flow.old for flow in flows])
    told = [
        replace(flow, found=tuple(of_new.get(number, ())), gone=tuple(of_old.get(number, ())))
        for number, flow in enumerate(flows)
    ]
    known = {id(one) for flow in told for one in (*flow.found, *flow.gone)}
    new_left, old_left = ([one.finding for one in some if id(one.finding) not in known] for some in (found, gone))
    return told, new_left, old_left


def _names(flow: FlowDifference) -> Iterable[tuple[str, str]]:
    return ((one.before, one.after) for one in flow.renamed)


def _of_side(flows: list[FlowAt | None], findings: Iterable[Finding], names: list[dict[str, str]]) -> list[_Said]:
    found = []
    for one in findings:
        about = _about(one, flows)
        key = _key(one, names[about[0]] if about else {})
        found.append(_Said(one, key, about[0] if len(about) == 1 else None))
    return found


def _unmatched(some: list[_Said], others: list[_Said]) -> list[_Said]:
    """What is said of a flow that the other side does not say of it, or not as often; and what is of no flow."""
    known: Counter[tuple[Key, int | None]] = Counter((one.key, one.flow) for one in others if one.flow is not None)
    found = []
    for one in some:
        if known[one.key, one.flow]:
            known[one.key, one.flow] -= 1
        else:
            found.append(one)
    return found


def _unmoved(
    gone: list[_Said], found: list[_Said], flows: Sequence[FlowDifference], files: Files
) -> tuple[list[_Said], list[_Said]]:
    """Leave out what stands in the same file as before, or where one of the files is on one side only."""
    before, after = files
    for moved in (False, True):
        waiting: dict[Key, list[_Said]] = {}
        for one in found:
            waiting.setdefault(one.key, []).append(one)
        kept = []
        for one in gone:
            fitting = [
                other
                for other in waiting.get(one.key, ())
                if _may_be(one, other, flows)
                and (one.file == other.file or (moved and (one.file not in after or other.file not in before)))
            ]
            if fitting:
                waiting[one.key].remove(fitting[0])
            else:
                kept.append(one)
        left = {id(one) for some in waiting.values() for one in some}
        gone, found = kept, [one for one in found if id(one) in left]
    return gone, found


def _may_be(one: _Said, other: _Said, flows: Sequence[FlowDifference]) -> bool:
    """Whether two findings may be of one flow: not if each is of one, and one of these is on both sides."""
    known = [flows[said.flow] for said in (one, other) if said.flow is not None]
    return len(known) < 2 or all(flow.old is None or flow.new is None for flow in known)


def _by_flow(findings: list[Finding], flows: list[FlowAt | None]) -> dict[int, list[Finding]]:
    """The findings by the number of the flow that they are about, the first of several."""
    found: dict[int, list[Finding]] = {}
    for one in findings:
        for number in _about(one, flows)[:1]:
            found.setdefault(number, []).append(one)
    return found


def _about(finding: Finding, flows: list[FlowAt | None]) -> list[int]:
    """The numbers of the flows that a finding may be about; of several of a name, those in the same file."""
    about = [number for number, flow in enumerate(flows) if flow is not None and _is_about(finding, flow)]
    here = [number for number in about if getattr(flows[number], "file", "") == finding.place.file]
    return here or about


def _is_about(finding: Finding, flow: FlowAt) -> bool:
    start = finding.symbol == flow.name or finding.symbol.startswith(f"{flow.name}.")
    return bool(flow.name) and start


def _key(finding: Finding, names: dict[str, str]) -> Key:
    """What a finding says, under the new names of the flow that it is about."""
    if not names:
        return finding.code, finding.symbol, finding.message
    # All at once: two steps may have each other's names.
    message = _QUOTED.sub(lambda found: f"`{names.get(found[1], found[1])}`", finding.message)
    return finding.code, ".".join(names.get(part, part) for part in finding.symbol.split(".")), message
