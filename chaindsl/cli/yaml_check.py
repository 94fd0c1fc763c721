"""Checks files of YAML: what only YAML can have, and what the rules find in the Python that says the same.

Every finding stands where the YAML says it. Rules over keys and guards are silent about a workflow that can't be
followed as it is, since what they would find is only what follows from that.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from analyzer.check import check_reading
from analyzer.files import Source
from analyzer.finding import Confidence, Finding, Related, Severity
from analyzer.inspection import Inspection
from analyzer.rules.registry import RULES
from analyzer.suppression import Suppressions
from chaindsl.errors import Issue
from chaindsl.graph.place import Place
from chaindsl.review.yaml_flows import reading_of
from chaindsl.yamlform.codes import CODES
from chaindsl.yamlform.document import Document, read_document
from chaindsl.yamlform.imported import TOLD, title_of, unknown_states
from chaindsl.yamlform.layout import SourceMap
from chaindsl.yamlform.module import Written, write_module

STRUCTURE = frozenset({"CD101", "CD103", "CD104", "CD107"})
UNKNOWN_NAME = "CD105"
"""States that there are none of: told where they are named, and not where the transition stands."""
HELP = {
    "CD101": "let an agent or a person decide one of its transitions, or let the cycle write what its guards read",
    "CD103": "say terminal: true, or lead a transition out of it",
    "CD104": "give them a way to a state with terminal: true",
    "CD107": "raise maxChainDepth, or let somebody decide on the way",
    "CD108": "say with another transition, or an agent's or a person's, what happens where no guard holds",
    "CD201": "write it on every path, or give it a start in initialContext",
    "CD206": "read it, or take it out of inputSchema or initialContext",
    "CD402": "say idempotencyKey: true, or do not try it again",
    "CD601": "give the state goal: … or guidance: …",
    "CD602": "limit the argument by its schema (enum, pattern), or leave it out of the command",
}
_COMMENT = re.compile(r"(?:^|\s)(#\s*chaindsl\s*:.*)$")


def inspected(source: Source, data: bytes, codes: frozenset[str]) -> Inspection:
    """Return what is to be said of a file of YAML."""
    document = read_document(data, source.shown)
    unknown = [issue for workflow in document.workflows for issue in unknown_states(workflow)]
    found = [_finding(issue) for issue in (*document.issues, *unknown)]
    if document.workflows:
        python = write_module(document.workflows, title_of(source.shown))
        found += _of_rules(document, python, source, codes)
    comments = Suppressions(source.shown, _comments(document.text))
    kept = tuple(one for one in found if one.code in codes and not comments.silences(one))
    # Its comments were heeded here, so what they silenced can't be missed by whoever reads them again.
    return Inspection(document.text, kept, flows=len(document.workflows), whole=False)


def _finding(issue: Issue) -> Finding:
    code = CODES.get(issue.code)
    name = RULES[issue.code].name if code is None else code.name
    severity = Severity.ERROR if code is None else Severity(code.severity)
    place = issue.place or Place("", 1)
    return Finding(issue.code, name, issue.message, severity, Confidence.PROVED, place, help=issue.hint or "")


def _of_rules(document: Document, python: Written, source: Source, codes: frozenset[str]) -> Iterator[Finding]:
    """Yield what the rules find in the Python, where the YAML says it."""
    reading = reading_of(python, source.path, source.shown)
    starts = [workflow.name.place.line for workflow in document.workflows]
    unsure = _unsure(document, starts)
    seen: set[tuple[str, Place, str]] = set()
    for one in check_reading(reading, codes - CODES.keys()):
        moved = nearer(_moved(one, python.map), document)
        allowed = unsure.get(max(bisect_right(starts, moved.place.line) - 1, 0))
        key = (moved.code, moved.place, moved.message)
        if one.code != UNKNOWN_NAME and (allowed is None or one.code in allowed) and key not in seen:
            seen.add(key)
            yield moved


def _unsure(document: Document, starts: list[int]) -> dict[int, frozenset[str]]:
    """The workflows that can't be followed as they are, each with the rules that have something to say all the same."""
    found: dict[int, frozenset[str]] = {}
    for issue in document.issues:
        if issue.code not in TOLD and issue.place is not None:
            found[max(bisect_right(starts, issue.place.line) - 1, 0)] = STRUCTURE
    for number, workflow in enumerate(document.workflows):
        named = [workflow.initial, *(transition.target for transition in workflow.transitions())]
        if not workflow.states or not all(name.text for name in named):
            found[number] = frozenset()
    return found


def _moved(one: Finding, places: SourceMap) -> Finding:
    def at(place: Place) -> Place:
        return places.place(place.line, place.column)

    return replace(
        one,
        message=one.message.replace("max_chain_depth", "maxChainDepth"),
        place=at(one.place),
        related=tuple(Related(at(other.place), other.message) for other in one.related),
        witness=tuple(step if isinstance(step, str) else Related(at(step.place), step.message) for step in one.witness),
        help=HELP.get(one.code, one.help),
        fix=None,
    )


def nearer(one: Finding, document: Document) -> Finding:
    """Return a finding at what it is about, where that is nearer than the transition: its guard, or its state."""
    states = [state for workflow in document.workflows for state in workflow.states]
    if one.code == "CD601":
        above = [state.name.place for state in states if state.name.place <= one.place]
        return replace(one, place=above[-1]) if above else one
    if one.code in ("CD102", "CD201") and "guard" in one.message:
        found = [t for state in states for t in state.transitions if t.guards and t.name.place == one.place]
        place = getattr(found[0].guards[0], "place", None) if found else None
        return one if place is None else replace(one, place=place)
    return one


def _comments(text: str) -> str:
    """The comments that speak to the analyzer, each on its line; all else is something that has no comment."""
    lines = []
    for line in text.split("\n"):
        found = _COMMENT.search(line)
        alone = found is not None and not line[: found.start(1)].strip()
        lines.append("x" if found is None else found[1] if alone else f"x  {found[1]}")
    return "\n".join(lines)
