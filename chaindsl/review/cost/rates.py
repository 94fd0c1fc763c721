"""What is assumed of each step, and where it comes from: the table before traces before what the flow declares."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chaindsl.graph.step import Step, ToolKind
from chaindsl.graph.unknown import Unknown
from chaindsl.review.cost.attempts import Odds
from chaindsl.review.cost.measured import Measured, StepSeen, spread_of
from chaindsl.review.cost.spread import Spread
from chaindsl.review.cost.table import Table

ENDS = 0.5
"""How often a round ends its loop, where nothing says so."""
_UNITS = ("seconds", "calls", "items", "input_tokens", "output_tokens")


@dataclass(frozen=True, slots=True)
class StepRates:
    """What is assumed of one attempt of a step (one item, in an `each` step). None stands for what nobody says.

    `source` says where the odds come from.
    """

    odds: Odds = field(default_factory=Odds)
    seconds: Spread | None = None
    calls: Spread | None = None
    items: Spread | None = None
    input_tokens: Spread | None = None
    output_tokens: Spread | None = None
    model: str | None = None
    source: str = "assumed"


@dataclass(frozen=True)
class Rates:
    """All that is assumed.

    To see what it would buy, `adjusted` and `attempts` override single steps, by flow and step, `uniform` the odds of
    every step that may fail, and `single` lets every step be tried once only. `chances` says that only these are asked
    for: bills then leave out what is spent. `bills` keeps what steps were found to cost, for rates made from these.
    """

    table: Table = field(default_factory=Table)
    measured: Measured = field(default_factory=Measured)
    adjusted: Mapping[tuple[str, str], Odds] = field(default_factory=dict)
    attempts: Mapping[tuple[str, str], int] = field(default_factory=dict)
    uniform: float | None = None
    single: bool = False
    chances: bool = False
    bills: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    def odds(self, flow: str, step: Step) -> Odds:
        """Return how likely an attempt of a step is right, and to be noticed where it is not."""
        return self._odds(flow, step)[0]

    def of(self, flow: str, step: Step) -> StepRates:
        """Return what is assumed of a step."""
        name = _name(step)
        said = {**self.table.defaults, **self.table.steps.get(name, {}), **self.table.steps.get(f"{flow}.{name}", {})}
        own = {**self.table.steps.get(name, {}), **self.table.steps.get(f"{flow}.{name}", {})}
        seen = self.measured.steps.get((flow, name))
        odds, source = self._odds(flow, step)
        units = {unit: _first(own, unit, seen, said) for unit in _UNITS}
        return StepRates(odds, **units, model=said.get("model"), source=source)

    def _odds(self, flow: str, step: Step) -> tuple[Odds, str]:
        name, defaults, steps = _name(step), self.table.defaults, self.table.steps
        own = {**steps.get(name, {}), **steps.get(f"{flow}.{name}", {})} if steps else defaults
        seen = self.measured.steps.get((flow, name))
        noticed = own.get("noticed", defaults.get("noticed", 1.0))
        if steps and "success" in own:
            odds, source = Odds(own["success"], noticed), "table"
        elif seen is not None and seen.attempts:
            odds, source = Odds(seen.success.rate, noticed), f"{seen.attempts} attempts in traces"
        elif "success" in defaults and computed(step):
            odds, source = Odds(1.0, noticed), "computed"
        elif "success" in defaults:
            odds, source = Odds(defaults["success"], noticed), "default"
        else:
            odds, source = Odds(1.0, noticed), "assumed"
        if (flow, name) in self.adjusted:
            return self.adjusted[flow, name], source
        if self.uniform is not None and odds.success < 1:
            return Odds(self.uniform, noticed), source
        return odds, source

    def most_attempts(self, flow: str, step: Step) -> int | None:
        """Return how often a step is tried at most; None where that is not known."""
        if self.single:
            return 1
        if self.attempts and (flow, _name(step)) in self.attempts:
            return self.attempts[flow, _name(step)]
        return None if isinstance(step.attempts.most, Unknown) else step.attempts.most

    def ends(self, flow: str, key: str, writer: str | None) -> float:
        """Return how often a round makes the key of its loop true."""
        said = self.table.loops.get(key, {}).get("ends")
        if said is not None:
            return float(said)
        seen = self.measured.steps.get((flow, writer or ""))
        total = 0 if seen is None else seen.outputs["True"] + seen.outputs["False"]
        return ENDS if seen is None or not total else seen.outputs["True"] / total

    def route_weights(self, flow: str, key: str, labels: list[str | None], writer: str | None) -> list[float]:
        """Return how often each route of a branch is taken, None standing for `otherwise`; equal where nobody says."""
        said = self.table.routes.get(key)
        if said is not None:
            return [said.get("otherwise" if label is None else label, 0.0) for label in labels]
        seen = self.measured.steps.get((flow, writer or ""))
        counted = [float(seen.outputs[label or ""]) for label in labels] if seen is not None else []
        return counted if sum(counted) else [1.0] * len(labels)

    def transition_weight(self, flow: str, name: str) -> float:
        """Return how often a transition is taken against the others of its state; 1 where nobody says."""
        said = self.table.transitions.get(name, {}).get("weight")
        if said is not None:
            return float(said)
        total = sum(count for (found, _), count in self.measured.transitions.items() if found == flow)
        return float(self.measured.transitions[flow, name]) if total else 1.0


def computed(step: Step) -> bool:
    """Say whether a step only computes: it is handed no tool, runs no command and has no effect."""
    handed = [tool for tool in step.tools if tool.kind not in (ToolKind.FEEDBACK, ToolKind.IDEMPOTENCY_KEY)]
    return not handed and step.command is False and step.effect is None


def _name(step: Step) -> str:
    return "?" if isinstance(step.name, Unknown) else step.name


def _first(own: Mapping[str, Any], unit: str, seen: StepSeen | None, said: Mapping[str, Any]) -> Spread | None:
    measured = None if seen is None else spread_of(getattr(seen, unit))
    found = own.get(unit) or measured or said.get(unit)
    return found if isinstance(found, Spread) else None
