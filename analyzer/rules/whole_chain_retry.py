"""# CD406: whole-chain-retry

## Finds

A flow's `run` or `arun` in a loop that starts it again after an exception, or under a retry decorator (tenacity,
backoff, stamina, retrying, or one of the project's own).

## Why

Every attempt pays for all steps again, those that had succeeded included, and the budget, which is per run, counts from
nothing each time. Effects happen again.

## Stays silent when

Each round runs the flow for something else. What is called `run` can't be followed to a flow.

## Fix

Let the step that fails be tried again: `max_attempts=`, `backoff=` and `retry_on=` on the step. After a crash go on
where the run stopped instead of starting anew: `runner.retry(run)`.
"""

from collections.abc import Iterator

from analyzer.facts.body.retries import Retried, Retries
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import related
from analyzer.rules.rule import Rule, Scope
from analyzer.source.reading import Reading

RULE = Rule(
    code="CD406",
    name="whole-chain-retry",
    severity=Severity.WARNING,
    confidence=Confidence.JUDGED,
    since="0.1.0",
    scope=Scope.FILE,
    bad="""\
from chaindsl import Run, chain, step

@step(writes="page")
def load(url: str, *, fetch: object) -> str:
    return str(fetch)

flow = chain("flow", load, inputs={"url": str})

def robust(url: str) -> Run | None:
    for _ in range(3):
        try:
            return flow.run({"url": url}, fetch=print)  # here
        except Exception:
            continue
""",
    good="""\
from chaindsl import Run, chain, step

@step(writes="page", max_attempts=3)
def load(url: str, *, fetch: object) -> str:
    return str(fetch)

flow = chain("flow", load, inputs={"url": str})

def robust(url: str) -> Run:
    return flow.run({"url": url}, fetch=print)
""",
)
_MARKS = (".run", ".arun")
_AGAIN = ("try", "retry", "Retrying")


def check(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each run that is started again."""
    text, module, reader, interest = reading.text, reading.module, reading.reader, reading.interest
    if text is None or module is None or reader is None or interest is None:
        return
    if any(mark in text for mark in _MARKS) and any(mark in text for mark in _AGAIN):
        for retried in Retries(reader, interest).found(module):
            yield _finding(retried)


def _finding(retried: Retried) -> Finding:
    loop = "this loop starts it again" if retried.how == "loop" else "this decorator starts it again"
    return RULE.finding(
        f"the whole flow `{retried.flow}` is run again when it fails, with all its steps",
        retried.frame.module.place(retried.node),
        symbol=retried.flow,
        related=related([(retried.by_frame.module.place(retried.by), loop)]),
        help="let the step that fails be tried again (max_attempts=), or go on with runner.retry(run)",
    )
