"""# CD503: placeholder-mismatch

## Finds

A call of a prompt's `format` whose arguments are not the placeholders of the prompt's text: one is missing, one is too
many, or one has no name.

## Why

`format` refuses such a call, so the step fails in every attempt.

## Stays silent when

The prompt or its text can't be followed, or the arguments are unpacked from something that can't.

## Fix

Name the arguments as the text does; `--fix --unsafe-fixes` renames one that resembles the one missing. Only
`{identifier}` is a placeholder: `{0}`, `{x.y}` and `{x!r}` stand for themselves.
"""

from collections.abc import Iterator

from analyzer.facts.body.prompt_uses import Filled, unnamed
from analyzer.facts.body_facts import BodyFacts
from analyzer.finding import Confidence, Edit, Finding, Fix, Severity
from analyzer.rules.pieces.telling import listed, related, symbol_in
from analyzer.rules.rule import Rule, Scope
from chaindsl.graph.nearest import nearest, only_near
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.template import placeholders

RULE = Rule(
    code="CD503",
    name="placeholder-mismatch",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    scope=Scope.BODY,
    bad="""\
from chaindsl import Budget, Complete, Text, chain, prompt, step

CLARIFY = prompt("clarify", version="1", text="Restate: {question}")

@step(writes="clear", prompt=CLARIFY)
def clarify(question: Text, *, complete: Complete) -> Text:
    return complete(CLARIFY.format(query=question))  # here

flow = chain("flow", clarify, inputs={"question": Text}, budget=Budget(calls=2))
""",
    good="""\
from chaindsl import Budget, Complete, Text, chain, prompt, step

CLARIFY = prompt("clarify", version="1", text="Restate: {question}")

@step(writes="clear", prompt=CLARIFY)
def clarify(question: Text, *, complete: Complete) -> Text:
    return complete(CLARIFY.format(question=question))

flow = chain("flow", clarify, inputs={"question": Text}, budget=Budget(calls=2))
""",
)


def check(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each call of `format` that is refused when it runs."""
    for step in bodies.steps():
        for filled in bodies.works.filled(step):
            wrong = _wrong(filled)
            if wrong:
                yield _finding(bodies, step, filled, wrong)


def _wrong(filled: Filled) -> list[str]:
    """What is wrong with a call, in words."""
    text = filled.prompt.text
    if not isinstance(text, str):
        return []
    needed, arguments = placeholders(text), filled.visit.called.arguments
    given = list(arguments.named)
    missing = [name for name in needed if name not in given] if arguments.rest is None else []
    extra = [name for name in given if name not in needed]
    said = [f"no value for {listed(missing)}"] if missing else []
    said += [f"no placeholder {listed(extra)}"] if extra else []
    return [*said, "a value without a name"] if unnamed(filled) else said


def _finding(bodies: BodyFacts, step: Step, filled: Filled, wrong: list[str]) -> Finding:
    needed = placeholders(str(filled.prompt.text))
    names = [name for name in filled.visit.called.arguments.named if name not in needed]
    hint = nearest(names[0], needed) if names else ""
    return RULE.finding(
        f"prompt `{filled.prompt.name}` gets {' and '.join(wrong)}",
        filled.visit.place,
        symbol=symbol_in(bodies.facts, str(step.name)),
        related=related(
            [(filled.prompt.place, f"`{filled.prompt.name}` has {listed(needed) if needed else 'no placeholders'}")]
        ),
        help=f"its placeholders are {listed(needed) if needed else 'none'}{f'; {hint}' if hint else ''}",
        offer=lambda: _fix(filled),
    )


def _fix(filled: Filled) -> Fix | None:
    """Give the one argument without a placeholder the one name without an argument. As it is, the call always fails."""
    needed = placeholders(str(filled.prompt.text))
    keywords = filled.visit.node.keywords
    given = [keyword.arg for keyword in keywords]
    extra = [keyword for keyword in keywords if keyword.arg not in needed]
    missing = [name for name in needed if name not in given]
    old = extra[0].arg if len(extra) == 1 else None
    if old is None or len(missing) != 1 or unnamed(filled) or only_near(old, missing) is None:
        return None
    start = filled.visit.frame.module.place(extra[0])
    place = Place(start.file, start.line, start.column, start.line, start.column + len(old))
    return Fix(f"call it `{missing[0]}`", (Edit(place, missing[0]),), safe=False)
