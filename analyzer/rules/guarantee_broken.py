"""# CD109: guarantee-broken

## Finds

A path that breaks what `always=` guarantees; the path is told.

## Why

A guarantee is a promise to whoever relies on the flow. At run time it would stop the run.

## Stays silent when

Parts on the way can't be followed. The path can't be taken, because guards or branches on it exclude each other.

## Fix

Change the flow so that no path breaks the guarantee, or the guarantee to what is meant.
"""

from collections.abc import Iterator

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.guarantees import Broken
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import move_lines, path_lines, place_in, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.guarantee import AtMost, Decides, Never, Passes

RULE = Rule(
    code="CD109",
    name="guarantee-broken",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    also=(Severity.WARNING,),
    bad="""\
from chaindsl import passes, transition, workflow

@transition(source="built", target="deployed", actor="deterministic", when="small")
def deploy() -> None: ...

@transition(source="built", target="deployed", actor="deterministic")
def deploy_tested() -> None: ...

ALWAYS = [passes("deploy_tested", before="deployed")]  # here
flow = workflow(
    "flow", deploy, deploy_tested, initial="built", final=["deployed"], inputs={"small": bool}, always=ALWAYS
)
""",
    good="""\
from chaindsl import passes, transition, workflow

@transition(source="built", target="tested", actor="deterministic")
def test() -> None: ...

@transition(source="tested", target="deployed", actor="deterministic")
def deploy() -> None: ...

ALWAYS = [passes("test", before="deployed")]
flow = workflow("flow", test, deploy, initial="built", final=["deployed"], always=ALWAYS)
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each guarantee that does not hold."""
    for broken in facts.broken_guarantees:
        moves = move_lines(facts.machine, broken.moves) if facts.machine is not None else []
        yield RULE.finding(
            _message(broken),
            place_in(facts, broken.guarantee.place),
            symbol=symbol_in(facts),
            severity=Severity.ERROR if broken.sure else Severity.WARNING,
            witness=path_lines(facts, broken.path) or moves,
            help="change the flow so that no path breaks the guarantee, or the guarantee",
        )


def _message(broken: Broken) -> str:
    match broken.guarantee:
        case Passes(name, before):
            return f"a path comes to `{before}` without `{name}`"
        case Decides(actor, before):
            return f"a path comes to `{before}` where no {actor} has decided anything"
        case Never(name, after):
            return f"a path comes to `{name}` after `{after}`"
        case AtMost(name, times):
            often = f" {broken.most} times" if broken.most is not None else ""
            return f"`{name}` can happen{often or ' more often'}, and is to happen at most {times} times"
