"""The drawing model: what stands in a picture, before any format or colour.

Every text in it is already safe to show: one line, printable, short. Identifiers are made here, never from names.
"""

from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    """What a node stands for."""

    START = "start"
    END = "end"
    STEP = "step"
    MODEL_STEP = "model-step"
    STATE = "state"
    FINAL = "final"
    INITIAL = "initial"
    DETERMINISTIC = "deterministic"
    AGENT = "agent"
    HUMAN = "human"
    BRANCH = "branch"
    FORK = "fork"
    JOIN = "join"
    MISSING = "missing"
    """A state that a transition names and the workflow doesn't have."""
    UNKNOWN = "unknown"
    """A part that can't be followed from source."""
    NESTED = "nested"
    """A flow inside this one, drawn as one node."""
    MORE = "more"
    """Nodes that were left out."""


class Line(StrEnum):
    """What an edge stands for."""

    FLOW = "flow"
    DETERMINISTIC = "deterministic"
    AGENT = "agent"
    HUMAN = "human"
    AGAIN = "again"
    """Back to the start of a repeat."""
    FAILURE = "failure"
    TIMEOUT = "timeout"
    UNKNOWN = "unknown"
    DATA = "data"
    """From who writes a key to who reads it."""


class Tone(StrEnum):
    """How a node stands out from the others of its role, by what an overlay says of it."""

    ERROR = "error"
    WARNING = "warning"
    DONE = "done"
    NEVER = "never"
    DEAREST = "dearest"


class Frame(StrEnum):
    """What a cluster stands for."""

    NESTED = "nested"
    REPEAT = "repeat"


class Direction(StrEnum):
    """Where a picture leads."""

    DOWN = "down"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Node:
    """One node: a title, lines below it, and the cluster in which it stands, None at the top.

    `notes` are what an overlay adds. `part` is what of the graph it stands for: a step, a flow, a transition, a branch,
    or a workflow with the name of a state; None where it stands for none. `link` is an address on the page in which the
    picture stands, made here and never of names.
    """

    id: str
    role: Role
    title: str
    lines: tuple[str, ...] = ()
    cluster: str | None = None
    notes: tuple[str, ...] = ()
    tone: Tone | None = None
    part: object = field(default=None, compare=False, repr=False)
    link: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge between two nodes, by their ids."""

    tail: str
    head: str
    line: Line
    label: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cluster:
    """A frame around nodes and other clusters; `parent` is the cluster in which it stands, None at the top."""

    id: str
    frame: Frame
    title: str
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole picture. Nodes, edges and clusters are in the order of the source; `legend` explains the roles in it."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    clusters: tuple[Cluster, ...]
    legend: tuple[Node, ...]
    direction: Direction
