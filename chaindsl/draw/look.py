"""How each sign differs from the others, colour apart: its border, its frames, its weight. Shapes are each format's."""

from dataclasses import dataclass, replace
from enum import StrEnum

from chaindsl.draw.model import Frame, Line, Node, Role, Tone
from chaindsl.draw.theme import Hue


class Stroke(StrEnum):
    """How a border or line is drawn."""

    SOLID = "solid"
    DASHED = "dashed"
    DOTTED = "dotted"


@dataclass(frozen=True, slots=True)
class Look:
    """A border or line: its stroke, its width in points, how many there are side by side, and its hue."""

    hue: Hue
    stroke: Stroke = Stroke.SOLID
    width: float = 1.2
    frames: int = 1


NODES: dict[Role, Look] = {
    Role.START: Look(Hue.NEUTRAL, width=1.6),
    Role.END: Look(Hue.NEUTRAL, width=1.6),
    Role.STEP: Look(Hue.NEUTRAL),
    Role.MODEL_STEP: Look(Hue.BLUE, width=1.6),
    Role.STATE: Look(Hue.SKY, width=1.6),
    Role.FINAL: Look(Hue.SKY, width=1.6, frames=2),
    Role.INITIAL: Look(Hue.NEUTRAL),
    Role.DETERMINISTIC: Look(Hue.NEUTRAL),
    Role.AGENT: Look(Hue.ORANGE, Stroke.DASHED, width=1.6),
    Role.HUMAN: Look(Hue.PURPLE, width=2.4, frames=2),
    Role.BRANCH: Look(Hue.YELLOW),
    Role.FORK: Look(Hue.NEUTRAL),
    Role.JOIN: Look(Hue.NEUTRAL),
    Role.MISSING: Look(Hue.RED, Stroke.DASHED, width=2.0),
    Role.UNKNOWN: Look(Hue.NEUTRAL, Stroke.DOTTED, width=1.6),
    Role.NESTED: Look(Hue.GREEN, width=1.6),
    Role.MORE: Look(Hue.NEUTRAL, Stroke.DOTTED),
}

LINES: dict[Line, Look] = {
    Line.FLOW: Look(Hue.NEUTRAL),
    Line.DETERMINISTIC: Look(Hue.NEUTRAL),
    Line.AGENT: Look(Hue.ORANGE, Stroke.DASHED, width=1.6),
    Line.HUMAN: Look(Hue.PURPLE, width=2.0, frames=2),
    Line.AGAIN: Look(Hue.GREEN, Stroke.DASHED),
    Line.FAILURE: Look(Hue.RED, Stroke.DOTTED, width=1.8),
    Line.TIMEOUT: Look(Hue.RED, Stroke.DOTTED, width=1.8),
    Line.UNKNOWN: Look(Hue.NEUTRAL, Stroke.DOTTED),
    Line.DATA: Look(Hue.BLUE, Stroke.DASHED, width=0.9),
}

TONES: dict[Tone, Look] = {
    Tone.ERROR: Look(Hue.RED, width=3.2),
    Tone.WARNING: Look(Hue.ORANGE, width=3.0),
    Tone.DONE: Look(Hue.GREEN, width=2.0),
    Tone.NEVER: Look(Hue.NEUTRAL, Stroke.DOTTED, width=1.0),
}
"""What a tone puts in the place of its role's look; frames stay, since they say who decides."""
_MORE = 2.0
"""How much wider the border of what is dearest is, in points."""

FRAMES: dict[Frame, Look] = {
    Frame.NESTED: Look(Hue.NEUTRAL),
    Frame.REPEAT: Look(Hue.GREEN, Stroke.DASHED),
}


def look_of(node: Node) -> Look:
    """Return how a node looks: as its role does, unless an overlay says otherwise."""
    look = NODES[node.role]
    if node.tone is Tone.DEAREST:
        return replace(look, width=look.width + _MORE)
    return look if node.tone is None else replace(TONES[node.tone], frames=look.frames)
