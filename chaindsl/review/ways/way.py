"""One way through a flow: what is done on it, and how it ends. It knows no costs and no pictures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from chaindsl.graph.flow import Branch, Flow, Hole, Parallel, Repeat, Transition
from chaindsl.graph.step import Step


@dataclass(frozen=True, slots=True)
class Done:
    """A step that runs."""

    step: Step


@dataclass(frozen=True, slots=True)
class Taken:
    """A transition that is taken, the state to which it leads, and what the flow that it runs does there."""

    transition: Transition
    target: str
    failed: bool = False
    inner: "Within | None" = None


@dataclass(frozen=True, slots=True)
class Waited:
    """A state that was left because nobody decided in time."""

    state: str
    target: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """A route of a branch that is taken; `label` is None for `otherwise`."""

    branch: Branch
    label: str | None


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds of a loop, each of which does the same."""

    loop: Repeat
    times: int
    stops: tuple["Stop", ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """Parts side by side, each with what it does."""

    part: Parallel
    legs: tuple[tuple["Stop", ...], ...]


@dataclass(frozen=True, slots=True)
class Within:
    """What a flow inside this one does."""

    flow: Flow
    stops: tuple["Stop", ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A part that can't be followed."""

    hole: Hole | Branch


Stop: TypeAlias = Done | Taken | Waited | Chosen | Rounds | Beside | Within | Gap


@dataclass(frozen=True, slots=True)
class Way:
    """What is done from the start of a flow to an end of it; `end` says in words how that is.

    `fails` says that the run fails there although every step did what it should.
    """

    stops: tuple[Stop, ...]
    end: str = "the end"
    fails: bool = False


def walked(stops: Sequence[Stop]) -> Iterator[Stop]:
    """Yield every stop, those inside others too, however often they are come by."""
    for stop in stops:
        yield stop
        match stop:
            case Rounds() | Within():
                yield from walked(stop.stops)
            case Beside():
                for leg in stop.legs:
                    yield from walked(leg)
            case Taken(inner=Within() as inner):
                yield from walked((inner,))
