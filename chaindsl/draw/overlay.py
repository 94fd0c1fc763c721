"""Puts notes on a drawing: what an overlay says of a part stands on its node, and may make it stand out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from chaindsl.draw.model import Drawing, Node, Role, Tone
from chaindsl.draw.wording import wrapped

_MOST = 8
Words = Mapping[Tone, tuple[str, str]]
"""What an overlay means by its tones: a title and a line."""


@dataclass(frozen=True, slots=True)
class Note:
    """Lines about one part, and the tone of its node; None keeps the tone it has."""

    lines: tuple[str, ...]
    tone: Tone | None = None


def annotated(drawing: Drawing, note_of: Callable[[object], Note | None], words: Words | None = None) -> Drawing:
    """Return the drawing with notes: `note_of` says what there is to say of a node's `part`.

    The legend explains those of the tones in `words` that the notes use.
    """
    nodes = tuple(_noted(node, note_of) for node in drawing.nodes)
    used = {node.tone for node, before in zip(nodes, drawing.nodes, strict=True) if node != before}
    samples = [
        Node(f"t{len(drawing.legend) + number}", Role.STEP, title, (line,), tone=tone)
        for number, (tone, (title, line)) in enumerate((words or {}).items(), 1)
        if tone in used
    ]
    return replace(drawing, nodes=nodes, legend=(*drawing.legend, *samples))


def linked(drawing: Drawing, link_of: Callable[[object], str]) -> Drawing:
    """Return the drawing with links: `link_of` says where a node's `part` leads, the empty text nowhere."""
    nodes = (node if node.part is None else replace(node, link=link_of(node.part)) for node in drawing.nodes)
    return replace(drawing, nodes=tuple(nodes))


def _noted(node: Node, note_of: Callable[[object], Note | None]) -> Node:
    note = None if node.part is None else note_of(node.part)
    if note is None:
        return node
    lines = tuple(part for line in note.lines for part in wrapped(line))
    if len(lines) > _MOST:
        lines = (*lines[: _MOST - 1], f"… {len(lines) - _MOST + 1} more lines")
    return replace(node, notes=(*node.notes, *lines), tone=note.tone or node.tone)
