"""An estimate as text for a terminal: tables in plain columns, each number as short as it can be."""

import math
from collections.abc import Callable, Iterator, Sequence

from analyzer.facts.bounds import text as bound_text
from chaindsl.draw.wording import count, cut
from chaindsl.review.columns import columns
from chaindsl.review.cost.bill import UNITS, Bill
from chaindsl.review.cost.estimate import Estimate, StepEstimate, WayEstimate
from chaindsl.review.cost.reliability import ASSUMPTION
from chaindsl.review.cost.spread import NOTHING, Amount, Spread

_LABELS = {
    "calls": "model calls",
    "seconds": "seconds",
    "input_tokens": "input tokens",
    "output_tokens": "output tokens",
    "money": "money",
}
_MILLISECOND = 0.001
MOST_ADVICE = 5
MOST_NAMES = 8
MOST_TEXT = 200


def amount(value: Amount) -> str:
    """Return an amount in few digits: `?` where it is not known, `∞` where nothing limits it."""
    if value is None:
        return "?"
    if value == math.inf:
        return "∞"
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.3g}" if abs(value) < 1_000 else f"{value:.0f}"


def estimate_text(found: Estimate, *, most_ways: int) -> str:
    """Return the estimate as text, a line end at its end; of the ways the first `most_ways` are shown."""
    return "\n".join(_lines(found, most_ways)) + "\n"


def _lines(found: Estimate, most_ways: int) -> Iterator[str]:
    yield f"{found.kind} {cut(found.flow)}"
    yield ""
    yield from _whole(found)
    yield from _calls(found)
    yield from _timeouts(found)
    yield from _ways(found, most_ways)
    yield from _steps(found)
    yield from _reliability(found)
    yield from _advice(found)
    yield from _savings(found)


def _whole(found: Estimate) -> Iterator[str]:
    rows = []
    for name in UNITS:
        spread = found.bill.unit(name)
        if name in ("calls", "seconds") or _told(spread):
            label = f"money ({found.currency})" if name == "money" and found.currency else _LABELS[name]
            rows.append([label, *map(duration if name == "seconds" else amount, spread.amounts)])
    yield from columns(("a run", "at best", "likely", "at most"), rows, numbers=True)


def _told(spread: Spread) -> bool:
    return spread != NOTHING and any(one is not None for one in spread.amounts)


def _calls(found: Estimate) -> Iterator[str]:
    yield ""
    if found.calls.most == 0:
        yield "No model is asked."
        return
    yield f"Model calls at most: {bound_text(found.calls)}{_reason(found.calls.reason)}"
    if found.kind == "workflow" and found.between_decisions != found.calls:
        between = found.between_decisions
        yield f"Between one decision and the next: {bound_text(between)}{_reason(between.reason)}"
    if found.bill.calls.most is not None and found.calls.most is not None and found.bill.calls.most < found.calls.most:
        yield f"The budget stops a run after {amount(found.bill.calls.most)}."


def _timeouts(found: Estimate) -> Iterator[str]:
    endless = [_name(found, step) for step in found.steps if step.bill.seconds.most == math.inf]
    if endless:
        names = ", ".join(endless[:MOST_NAMES]) + (" …" if len(endless) > MOST_NAMES else "")
        yield f"Without a timeout: {names}."


def _reason(reason: object) -> str:
    return f" ({getattr(reason, 'text', '')})" if reason is not None else ""


def _ways(found: Estimate, most: int) -> Iterator[str]:
    yield ""
    rows = [[*_calls_and_seconds(way.bill), _path(way)] for way in found.ways[:most]]
    yield from columns(("calls", "seconds", "path"), rows)
    rest = len(found.ways) - most
    if rest > 0:
        yield f"… and {count(rest, 'more path')} (--paths {len(found.ways)} shows all)"
    if not found.whole:
        yield "There are more paths than are counted; these take every route and every transition."


def _steps(found: Estimate) -> Iterator[str]:
    yield ""
    rows = [
        [_name(found, step), _number(step.attempts), *_calls_and_seconds(step.bill), *_odds(step)]
        for step in found.steps
    ]
    yield from columns(("step", "attempts", "calls", "seconds", "success", "from"), rows)


def _odds(step: StepEstimate) -> tuple[str, str]:
    odds, source = step.rates.odds, step.rates.source
    noticed = "" if odds.noticed == 1 else f", {odds.noticed:.0%} noticed"
    if step.measured is not None and "traces" in source:
        low, high = step.measured.interval
        return f"{odds.success:.3f} [{low:.3f}–{high:.3f}]{noticed}", source
    return f"{odds.success:.4g}{noticed}", source


def _reliability(found: Estimate) -> Iterator[str]:
    told = found.reliability
    yield ""
    if not told.steps:
        yield "Reliability: nothing says how often a step fails; --success, --rates or --traces do."
        return
    yield f"Reliability, if {ASSUMPTION}:"
    rows = [
        ("every step tried once", f"{told.once:.3f}"),
        ("with the attempts declared", f"{told.declared:.3f}"),
        ("every step once, and all of it again", f"{told.twice:.3f}"),
        (f"rate each of {told.steps} steps needs for {told.target:g}, tried once", _rate(told.needed)),
        (f"rate each of {told.steps} steps needs for {told.target:g}, attempts declared", _rate(told.needed_declared)),
    ]
    if abs(told.completes - told.declared) > 1e-9:
        rows.insert(2, ("ends without failing, right or not", f"{told.completes:.3f}"))
    width = max(len(label) for label, _ in rows)
    yield from (f"  {label.ljust(width)}  {value}" for label, value in rows)


def _rate(rate: float | None) -> str:
    return "no rate is enough" if rate is None else f"{rate:.4f}"


def _advice(found: Estimate) -> Iterator[str]:
    if not found.advice:
        return
    yield ""
    yield "What buys most:"
    for one in found.advice[:MOST_ADVICE]:
        calls = "" if one.calls is None else f", {one.calls:+.2g} calls a run"
        yield f"  +{one.gain:.4f}  {cut(one.step)}: {one.change}{calls}"


def _savings(found: Estimate) -> Iterator[str]:
    if found.savings is None:
        return
    told = found.savings
    yield ""
    yield f"{len(told.transitions)} of {told.of} transitions are deterministic. A run takes {amount(told.taken.likely)}"
    yield f"of them (at best {amount(told.taken.least)}); each is a round trip to a model that is not made."
    more = [f"{amount(told.tokens)} tokens"] if told.tokens is not None else []
    more += [f"{amount(told.seconds)} s"] if told.seconds is not None else []
    if more:
        yield f"Asked instead, a model would take {' and '.join(more)} more."


def _triple(spread: Spread, spelt: Callable[[Amount], str] = amount) -> str:
    """Three amounts as `1 … 1.05 … 2`, one where they are the same."""
    if spread.least == spread.likely == spread.most:
        return spelt(spread.least)
    return " … ".join(map(spelt, spread.amounts))


def duration(value: Amount) -> str:
    """Return seconds in few digits; less than a millisecond is said to be so."""
    return "<0.001" if value is not None and 0 < value < _MILLISECOND else amount(value)


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def _calls_and_seconds(bill: Bill) -> Sequence[str]:
    return _triple(bill.calls), _triple(bill.seconds, duration)


def _path(way: WayEstimate) -> str:
    return f"{cut(way.text, MOST_TEXT)}{f' ✗ {way.end}' if way.fails else ''}"


def _name(found: Estimate, step: StepEstimate) -> str:
    return cut(step.name if step.flow == found.flow else f"{step.flow}.{step.name}")
