"""A difference as Markdown for a pull request, with Mermaid pictures, within the length that code hosts take.

What is shown shrinks until it fits: pictures are folded up, those from before go, then all pictures, then the
differences of prompts, in the end flows. That a human gate is gone is the first line, and stays.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from chaindsl.draw.mermaid import mermaid_text
from chaindsl.draw.theme import PALETTES, Hue, Theme
from chaindsl.errors import ChainDslError
from chaindsl.review.changes.change import Verb
from chaindsl.review.changes.difference import Difference, FlowDifference
from chaindsl.review.changes.marks import Part, marked, sample
from chaindsl.review.changes.saying import (
    SIGNS,
    change_line,
    consequence_lines,
    figures,
    finding_lines,
    gate_lines,
    head,
    renamed_lines,
    title,
)

LONGEST = 50_000
"""What GitHub takes is 65,536 characters; Mermaid itself reads no text of more than 50,000."""
MARKER = "<!-- chaindsl diff -->"
"""Stands in every report, so that the next one can take its place."""
HUES = {Verb.ADDED: Hue.GREEN, Verb.REMOVED: Hue.RED, Verb.CHANGED: Hue.YELLOW}
DASHES = {Verb.ADDED: "", Verb.REMOVED: ",stroke-dasharray:6 4", Verb.CHANGED: ",stroke-dasharray:2 3"}
_MOST_GATES = 20
_MOST_LINES = 40
_MOST_EDGES = 400
_LEVELS = range(5)
_SPECIAL = re.compile(r"([\\*_{}\[\]<>()#!|~&])")


def markdown(difference: Difference, failed: Iterable[object] = ()) -> str:
    """Return the whole report, ending in a line feed, of at most `LONGEST` characters."""
    flows = (*difference.different, *difference.quiet)
    top, end = _top(difference), _end(difference, [str(one) for one in failed])
    room = LONGEST - len(top) - len(end) - 200
    sections: list[str] = []
    for level in _LEVELS:
        sections = _as_many_as_fit(flows, level, room)
        if len(sections) == len(flows):
            break
    else:
        sections.append(f"\n… and {len(flows) - len(sections)} more; `chaindsl diff` shows all.\n")
    return top + "".join(sections) + end


def _as_many_as_fit(flows: Sequence[FlowDifference], level: int, room: int) -> list[str]:
    found: list[str] = []
    for flow in flows:
        section = _section(flow, level)
        room -= len(section)
        if room < 0:
            break
        found.append(section)
    return found


def _top(difference: Difference) -> str:
    gates = list(gate_lines(difference))
    shown = [f"**⛔ {inline(line)}**" for line in gates[:_MOST_GATES]]
    if len(gates) > _MOST_GATES:
        shown.append(f"**⛔ and {len(gates) - _MOST_GATES} more human gates removed**")
    return "\n\n".join([*(line[:2_000] for line in shown), f"### {inline(head(difference))[:2_000]}"]) + "\n"


def _end(difference: Difference, failed: list[str]) -> str:
    lines = [f"- {SIGNS[verb]} {inline(line)}" for verb, line in finding_lines(difference.found, difference.gone)]
    parts = [f"#### Outside of flows\n\n{_limited(lines)}"] if lines else []
    if difference.notes:
        parts.append(_limited([f"- note: {inline(one)}" for one in difference.notes]))
    if failed:
        parts.append("#### Not let pass\n\n" + _limited([f"- {inline(one)}" for one in failed]))
    return "".join(f"\n{part}\n" for part in parts) + f"\n{MARKER}\n"


def _limited(lines: list[str]) -> str:
    more = [f"- … and {len(lines) - _MOST_GATES} more"] if len(lines) > _MOST_GATES else []
    return "\n".join([*(line[:300] for line in lines[:_MOST_GATES]), *more])


def _section(flow: FlowDifference, level: int) -> str:
    parts = [f"#### {inline(title(flow))}", *_texts(flow, level)]
    if flow.pictured and level < 3:
        parts += _pictures(flow, level)
    return "".join(f"\n{part}\n" for part in parts if part)


def _texts(flow: FlowDifference, level: int) -> Iterator[str]:
    lines = [f"- **⛔ human gate removed: {inline(one)}**" for one in flow.removed]
    lines += [f"- **human gate touched: {inline(one)}**" for one in flow.touched]
    lines += [f"- = {inline(line)}" for line in renamed_lines(flow)]
    for change in flow.changes:
        lines.append(f"- {SIGNS[change.verb]} {inline(change_line(change))}")
        if change.lines and level < 4:
            lines.append(_fenced(change.lines if level < 3 else change.lines[:_MOST_LINES]))
    yield "\n".join(lines if level < 4 else lines[:_MOST_LINES])
    yield _table(flow)
    rest = [f"- {SIGNS[verb]} {inline(line)}" for verb, line in consequence_lines(flow)]
    yield "\n".join(rest if level < 4 else rest[:_MOST_LINES])


def _table(flow: FlowDifference) -> str:
    rows = [f"| {one.what} | {one.before or '–'} | {one.after or '–'} |" for one in figures(flow)]
    return "\n".join(["| it follows | before | after |", "| --- | --- | --- |", *rows]) if rows else ""


def _fenced(lines: tuple[str, ...]) -> str:
    """Lines of a difference inside a list, behind a fence that none of them can end."""
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join(f"  {line}".rstrip() for line in (f"{fence}diff", *lines, fence))


def _pictures(flow: FlowDifference, level: int) -> Iterator[str]:
    for part in (Part.AFTER, Part.BEFORE):
        if part is Part.BEFORE and level == 2 and flow.new is not None:
            return
        block = mermaid_block(flow, part, fold=level > 0)
        if block and part is Part.BEFORE:
            block = f"<details><summary>before</summary>\n\n{block}\n\n</details>"
        yield block


def mermaid_block(flow: FlowDifference, part: Part, *, fold: bool = False) -> str:
    """Return the picture of a flow before or after as a Markdown block, the empty text where there is none."""
    try:
        picture = marked(flow, part, fold=fold)
    except ChainDslError as error:
        return inline(str(error.issue.message)) if error.code == "draw-too-large" else ""
    if picture is None:
        return ""
    if len(picture.drawing.edges) > _MOST_EDGES:
        return f"A picture with {len(picture.drawing.edges)} lines is left out; `chaindsl draw` makes it."
    styles = []
    for verb in sorted({*picture.marks.values()}):
        colour = PALETTES[Theme.LIGHT].colours[HUES[verb]]
        ids = [node.id for node in picture.drawing.nodes if picture.marks.get(node.id) is verb]
        look = f"fill:{colour.fill},stroke:{colour.stroke},stroke-width:4px,color:#1b1f24{DASHES[verb]}"
        styles += [f"  classDef was-{verb} {look}", f"  class {','.join([*ids, sample(verb)])} was-{verb}"]
    body = mermaid_text(picture.drawing) + "".join(f"{line}\n" for line in styles)
    return f"```mermaid\n{body}```"


def inline(text: str) -> str:
    """Return a line of ours as Markdown: what stands in backquotes is code, all else has no meaning to Markdown.

    A name after `@` would call somebody.
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return _escaped(text.replace("`", "'"))
    return "".join(f"`{part}`" if number % 2 and part else _escaped(part) for number, part in enumerate(parts))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text).replace("@", "@&#8203;")
