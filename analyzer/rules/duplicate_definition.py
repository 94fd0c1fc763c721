"""# CD110: duplicate-definition

## Finds

Two steps, flows, transitions, states or prompts of one name in one flow; a step or a flow that stands twice on one
path.

## Why

Traces, drawings, overrides and guarantees go by names. The flow can't be assembled, or two prompts of one name and
version say different things.

## Stays silent when

One step stands in several routes of a branch: only one of them is taken.

## Fix

Give one another name: `name=`, or `renamed(step, name=...)` for a step that is used twice.
"""

from collections.abc import Iterator

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.twice import Twice, duplicates
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import about, place_in, related, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD110",
    name="duplicate-definition",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import chain, step

@step(writes="text")
def clean(text: str) -> str:
    return text.strip()

flow = chain("flow", clean, clean, inputs={"text": str})  # here
""",
    good="""\
from chaindsl import chain, renamed, step

@step(writes="text")
def clean(text: str) -> str:
    return text.strip()

flow = chain("flow", clean, renamed(clean, name="clean_again"), inputs={"text": str})
""",
)

_HELP = {
    "step": "give one another name with name=, or use renamed(...)",
    "prompt": "give one another name, or both the same text",
}


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each name that stands for two things."""
    for twice in duplicates(facts.flow):
        yield RULE.finding(
            _message(twice),
            place_in(facts, twice.places[1] if twice.places[1] != twice.places[0] else None),
            symbol=symbol_in(facts, twice.name),
            related=related([(twice.places[0], f"the first `{twice.name}`")]),
            help=_HELP.get(twice.kind, "give one another name"),
            about=about(facts, f"part {twice.name}"),
        )


def _message(twice: Twice) -> str:
    if twice.same:
        return f"the {twice.kind} `{twice.name}` stands twice on one path"
    return f"two {twice.kind}s are called `{twice.name}`"
