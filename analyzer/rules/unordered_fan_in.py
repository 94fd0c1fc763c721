"""# CD405: unordered-fan-in

## Finds

Results that a step collects in the order in which they are ready: `as_completed`, `imap_unordered` or the sets that
`wait` hands back, appended to a list, joined to a text or yielded.

## Why

Which one is ready first differs from run to run. Two runs can't be compared, citations point to other sources, and a
run that is resumed goes another way.

## Stays silent when

The results are put in order afterwards (`sorted`, a dict by input), or order makes no difference: `sum`, `max`, a set.

## Fix

Use `pool.map` or `asyncio.gather`, which keep the order of the inputs; better, let the flow do it: `each="items",
workers=8` keeps the order and tries only failed items again.
"""

from collections.abc import Iterator

from analyzer.facts.body.fan_in import WORDS, FanIn, FanIns
from analyzer.facts.body_facts import BodyFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import related, symbol_in
from analyzer.rules.rule import Rule, Scope
from chaindsl.graph.step import Step

RULE = Rule(
    code="CD405",
    name="unordered-fan-in",
    severity=Severity.WARNING,
    confidence=Confidence.JUDGED,
    since="0.1.0",
    scope=Scope.BODY,
    bad="""\
from concurrent.futures import ThreadPoolExecutor, as_completed

from chaindsl import chain, step

@step(writes="pages")
def load(urls: list[str], *, fetch: object) -> list[str]:
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(str, url) for url in urls]
        return [job.result() for job in as_completed(jobs)]  # here

flow = chain("flow", load, inputs={"urls": list[str]})
""",
    good="""\
from concurrent.futures import ThreadPoolExecutor

from chaindsl import chain, step

@step(writes="pages")
def load(urls: list[str], *, fetch: object) -> list[str]:
    with ThreadPoolExecutor() as pool:
        return list(pool.map(str, urls))

flow = chain("flow", load, inputs={"urls": list[str]})
""",
)


def check(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each collection in the order of completion."""
    for step in bodies.steps():
        seen: set[object] = set()
        for entered in bodies.works.visits(step).entered if bodies.works.speaks_of(step, WORDS) else ():
            for found in FanIns(bodies.source.reader, entered).found():
                if found.node not in seen:
                    seen.add(found.node)
                    yield _finding(bodies, step, found)


def _finding(bodies: BodyFacts, step: Step, found: FanIn) -> Finding:
    return RULE.finding(
        f"`{step.name}` collects results in {found.how} as they are ready, in another order in every run",
        found.frame.module.place(found.node),
        symbol=symbol_in(bodies.facts, str(step.name)),
        related=related([(step.place, f"`{step.name}`")]),
        help="collect them in the order of the inputs: pool.map, asyncio.gather, or a step with each= and workers=",
    )
