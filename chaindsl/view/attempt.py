"""One record of a trace file, as whoever shows it asks for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from chaindsl.view.outcome import Outcome


@dataclass(frozen=True)
class Attempt:
    """One attempt of one step. `number` counts the records of its file from 1; `data` is the record as it is read."""

    number: int
    data: Mapping[str, Any]

    @property
    def step(self) -> str:
        """The step's name."""
        return str(self.data["step"])

    @property
    def flow(self) -> str:
        """The flow in which the step stands, the innermost."""
        return str(self.data["flow"])

    @property
    def path(self) -> str:
        """Flows, rounds and visits around the step, then its name."""
        return str(self.data["path"])

    @property
    def item(self) -> int | None:
        """The index, in a step for each item of a list."""
        found: int | None = self.data["item"]
        return found

    @property
    def attempt(self) -> int:
        """Which attempt it was, from 1."""
        return int(self.data["attempt"])

    @property
    def whole(self) -> bool:
        """Whether it is the record of a whole list, whose items have records of their own."""
        return self.data["items"] is not None

    @cached_property
    def below(self) -> str:
        """The path below the outermost flow."""
        return self.path.partition("/")[2]

    @cached_property
    def name(self) -> str:
        """The path below the outermost flow, and the item."""
        return self.below if self.item is None else f"{self.below}[{self.item}]"

    @property
    def target(self) -> str | None:
        """The state to which a transition led."""
        found: str | None = self.data["target"]
        return found

    @cached_property
    def outcome(self) -> Outcome:
        """How it came out."""
        if self.data["fallback"]:
            return Outcome.FALLBACK
        if self.data["ok"]:
            return Outcome.OK
        return Outcome.FAILED if self.data["error"] is not None else Outcome.REJECTED

    @property
    def writes(self) -> str | None:
        """The key that it writes."""
        found: str | None = self.data["writes"]
        return found

    @property
    def wrote(self) -> bool:
        """Whether there is a value that it wrote."""
        return bool(self.data["ok"]) and self.writes is not None

    @property
    def output(self) -> Any:
        """The value that it wrote, None where it wrote none."""
        return self.data["output"]

    @property
    def reads(self) -> Mapping[str, Any]:
        """What it read, by key."""
        found: Mapping[str, Any] = self.data["reads"]
        return found

    @property
    def calls(self) -> Sequence[Mapping[str, Any]]:
        """Its model calls."""
        found: Sequence[Mapping[str, Any]] = self.data["calls"]
        return found

    @property
    def tokens(self) -> int:
        """The tokens of its calls, as far as they are known."""
        return int(self.data["tokens"])

    @property
    def started(self) -> float:
        """Seconds from the beginning of the run to that of the attempt."""
        return float(self.data["started"])

    @property
    def seconds(self) -> float:
        """How long it took."""
        return float(self.data["seconds"])

    @property
    def ended(self) -> float:
        """Seconds from the beginning of the run to the end of the attempt."""
        return self.started + self.seconds
