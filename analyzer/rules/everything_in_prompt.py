"""# CD504: everything-in-prompt

## Finds

All values of the flow put into a prompt: a parameter annotated `Values`, as a whole, as text, as JSON or in a loop over
its items. Where the rule is selected, also a prompt that is given every key there is so far, four or more of them, by
name: as its values, or as one text that a step before has made of them.

## Why

Every key that anybody adds later lands in the prompt: it grows without bound, secrets leave the process, and nobody can
say what the answer was made from.

## Stays silent when

Only named values are taken out of it, `values["question"]`, or it is counted. Every key by name, unless the rule is
selected by its code, its name or a prefix.

## Fix

Read the keys that the prompt needs, as parameters.
"""

from collections.abc import Iterator

from analyzer.facts.body.marks import Everything
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.gathering import Gathered, gathered
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import listed, related, symbol_in
from analyzer.rules.rule import Rule, Scope
from analyzer.source.definition import Expr
from chaindsl.graph.place import Place
from chaindsl.graph.step import Source, Step

RULE = Rule(
    code="CD504",
    name="everything-in-prompt",
    severity=Severity.WARNING,
    confidence=Confidence.JUDGED,
    since="0.1.0",
    scope=Scope.BODY,
    bad="""\
from chaindsl import Budget, Complete, Text, Values, chain, prompt, step

SUM = prompt("sum", version="1", text="Sum it up: {context}")

@step(writes="summary", prompt=SUM)
def summarise(values: Values, *, complete: Complete) -> Text:
    return complete(SUM.format(context=str(values)))  # here

flow = chain("flow", summarise, inputs={"question": Text}, budget=Budget(calls=2))
""",
    good="""\
from chaindsl import Budget, Complete, Text, chain, prompt, step

SUM = prompt("sum", version="1", text="Sum it up: {context}")

@step(writes="summary", prompt=SUM)
def summarise(question: Text, *, complete: Complete) -> Text:
    return complete(SUM.format(context=question))

flow = chain("flow", summarise, inputs={"question": Text}, budget=Budget(calls=2))
""",
)


def check(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each place where all values go into a prompt."""
    for step in bodies.steps():
        if any(read.source is Source.VALUES for read in step.reads):
            for place in dict.fromkeys(_places(bodies, step)):
                yield _finding(bodies, step, place)
    for one in gathered(bodies):
        yield _gathered(bodies, one)


def _places(bodies: BodyFacts, step: Step) -> Iterator[Place]:
    """Where a prompt is filled in with them; else where the model is asked with them."""
    everything = {
        id(value): value.frame.module.place(value.node)
        for filled in bodies.works.filled(step)
        for value in filled.visit.called.arguments.named.values()
        if isinstance(value, Expr) and _holds_all(bodies, value)
    }
    yield from everything.values()
    if not everything:
        for one in bodies.works.asked(step):
            yield from (
                text.frame.module.place(text.node)
                for text in one.texts
                if isinstance(text, Expr) and _holds_all(bodies, text)
            )


def _holds_all(bodies: BodyFacts, value: Expr) -> bool:
    return any(isinstance(mark, Everything) for mark in bodies.works.origins(value))


def _finding(bodies: BodyFacts, step: Step, place: Place) -> Finding:
    return RULE.finding(
        f"`{step.name}` puts all values of the flow into a prompt",
        place,
        symbol=symbol_in(bodies.facts, str(step.name)),
        related=related([(step.place, f"`{step.name}` reads all values")]),
        help="read the keys that the prompt needs, as parameters",
    )


def _gathered(bodies: BodyFacts, one: Gathered) -> Finding:
    maker = [] if one.maker is None else [(one.maker.place, f"`{one.maker.name}` makes one text of them")]
    return RULE.finding(
        f"`{one.step.name}` puts all {len(one.keys)} keys that there are into a prompt: {listed(one.keys)}",
        one.place,
        symbol=symbol_in(bodies.facts, str(one.step.name)),
        related=related(maker),
        help="leave out what the answer does not need",
        on_request=True,
    )
