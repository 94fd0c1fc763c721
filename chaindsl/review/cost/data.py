"""An estimate as plain JSON data. A field is added without a new version, never taken away or given another meaning."""

import math
from typing import Any

from analyzer.facts.bounds import Bound
from analyzer.facts.bounds import text as bound_text
from chaindsl.review.cost.bill import UNITS, Bill
from chaindsl.review.cost.estimate import Estimate, StepEstimate
from chaindsl.review.cost.reliability import ASSUMPTION
from chaindsl.review.cost.spread import Amount, Spread

VERSION = 1


def estimate_data(found: Estimate) -> dict[str, Any]:
    """Return everything in an estimate. What is not known is null, what nothing limits is `"unlimited"`."""
    told, saved = found.reliability, found.savings
    return {
        "version": VERSION,
        "flow": found.flow,
        "kind": found.kind,
        "currency": found.currency or None,
        "traces": found.traces,
        "run": _bill(found.bill),
        "most_calls": _bound(found.calls),
        "most_calls_between_decisions": _bound(found.between_decisions),
        "paths": [
            {"path": way.text, "end": way.end, "fails": way.fails, **_bill(way.bill)} for way in found.ways
        ],
        "all_paths": found.whole,
        "steps": [_step(step) for step in found.steps],
        "reliability": {
            "assumption": ASSUMPTION,
            "steps_that_may_fail": told.steps,
            "once": told.once,
            "declared": told.declared,
            "whole_chain_twice": told.twice,
            "completes": told.completes,
            "target": told.target,
            "needed_once": told.needed,
            "needed_declared": told.needed_declared,
        },
        "advice": [
            {"step": one.step, "change": one.change, "gain": one.gain, "calls": _amount(one.calls)}
            for one in found.advice
        ],
        "saved": None
        if saved is None
        else {
            "deterministic": list(saved.transitions),
            "transitions": saved.of,
            "round_trips": _spread(saved.taken),
            "decisions_of_agents": _spread(saved.decided),
            "tokens": _amount(saved.tokens),
            "seconds": _amount(saved.seconds),
        },
    }  # fmt: skip


def _step(step: StepEstimate) -> dict[str, Any]:
    share = step.measured
    return {
        "flow": step.flow,
        "step": step.name,
        "attempts": step.attempts,
        "success": step.rates.odds.success,
        "noticed": step.rates.odds.noticed,
        "source": step.rates.source,
        "measured": None
        if share is None
        else {"accepted": share.successes, "attempts": share.trials, "wilson_95": list(share.interval)},
        **_bill(step.bill),
    }


def _bill(bill: Bill) -> dict[str, Any]:
    return {**{name: _spread(bill.unit(name)) for name in UNITS}, "completes": bill.completes, "right": bill.right}


def _spread(spread: Spread) -> dict[str, Any]:
    return {name: _amount(value) for name, value in zip(("least", "likely", "most"), spread.amounts, strict=True)}


def _amount(value: Amount) -> float | str | None:
    return "unlimited" if value == math.inf else value


def _bound(bound: Bound) -> dict[str, Any]:
    reason = None if bound.reason is None else bound.reason.text
    return {"most": _amount(bound.most), "sum": bound_text(bound), "reason": reason}
