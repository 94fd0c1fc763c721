"""What whoever decides sends: a transition, its arguments, and who it was."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from chaindsl.graph.state import Actor


@dataclass(frozen=True, slots=True)
class Decision:
    """`arguments` are the values of the parameters that an actor supplies."""

    transition: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    actor: Actor = Actor.AGENT
