"""Guarantees: what an author says must hold on every path of a flow, proved on the graph before anything runs.

Names are those of steps (in a chain) or of transitions and states (in a workflow).
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from chaindsl.graph.place import Place
from chaindsl.graph.tag import tag
from chaindsl.graph.unknown import Maybe


@dataclass(frozen=True, slots=True)
class Passes:
    """Every path to `before` goes through `name` first."""

    name: Maybe[str]
    before: Maybe[str]
    place: Place | None = field(default=None, compare=False)
    kind: Literal["passes"] = tag("passes")


@dataclass(frozen=True, slots=True)
class Decides:
    """On every path to `before`, `actor` has taken a transition first; in the place of an agent a person may have."""

    actor: Maybe[str]
    before: Maybe[str]
    place: Place | None = field(default=None, compare=False)
    kind: Literal["decides"] = tag("decides")


@dataclass(frozen=True, slots=True)
class AtMost:
    """No run completes `name` more than `times` times."""

    name: Maybe[str]
    times: Maybe[int]
    place: Place | None = field(default=None, compare=False)
    kind: Literal["at-most"] = tag("at-most")


@dataclass(frozen=True, slots=True)
class Never:
    """Once `after` is done or reached, `name` never follows."""

    name: Maybe[str]
    after: Maybe[str]
    place: Place | None = field(default=None, compare=False)
    kind: Literal["never"] = tag("never")


Guarantee: TypeAlias = Passes | Decides | AtMost | Never
