"""# CD003: unused-suppression

## Finds

A comment `# chaindsl: ignore[...]` that silences nothing, names a rule that does not exist, or is malformed.

## Why

A comment that outlives what it silenced hides the next finding on its line, and a misspelled one hides nothing while
its author believes that it does.

## Stays silent when

A rule that the comment names did not run: then nobody can say whether it is needed.

## Fix

Take the comment away, or write it as `# chaindsl: ignore[CD202] why`.
"""

from analyzer.finding import Confidence, Severity
from analyzer.rules.rule import Rule, Scope

RULE = Rule(
    code="CD003",
    name="unused-suppression",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    scope=Scope.SHELL,
    bad="""\
from chaindsl import chain, step


@step(writes="answer")  # chaindsl: ignore[CD202] nothing is unread  # here
def ask(question: str) -> str:
    return question


flow = chain("flow", ask, inputs={"question": str}, outputs=["answer"])
""",
    good="""\
from chaindsl import chain, step


@step(writes="answer")
def ask(question: str) -> str:
    return question


flow = chain("flow", ask, inputs={"question": str}, outputs=["answer"])
""",
)
