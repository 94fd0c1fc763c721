"""States of a workflow and who decides in them."""

from dataclasses import dataclass, field
from enum import StrEnum

from chaindsl.graph.place import Place
from chaindsl.graph.unknown import Maybe


class Actor(StrEnum):
    """Who decides a transition: the runtime, a model, or a person."""

    DETERMINISTIC = "deterministic"
    AGENT = "agent"
    HUMAN = "human"


@dataclass(frozen=True, slots=True)
class State:
    """A declared state. `timeout` is in seconds; `on_timeout` names the state where the run goes then."""

    name: Maybe[str]
    goal: Maybe[str | None] = None
    guidance: Maybe[str | None] = None
    final: Maybe[bool] = False
    timeout: Maybe[float | None] = None
    on_timeout: Maybe[str | None] = None
    place: Place | None = field(default=None, compare=False)
