"""# CD001: unreadable-source

## Finds

A file that Python itself refuses (syntax, null bytes, an unknown encoding), one that is too large or nested too deeply,
a `when=` expression that says what guards can't say, and a lambda in `when=` or `validate=`, which has no name.

## Why

What can't be read is not checked. A run would fail at import, or when the flow is assembled.

## Stays silent when

The file can't define a flow: files that never mention chaindsl are not parsed.

## Fix

Repair the syntax. A generated file that is too large is best excluded, or the limit raised (`max-file-size`).
"""

from collections.abc import Iterator

from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.rule import Rule, Scope
from analyzer.source.reading import Reading
from analyzer.source.trouble import Trouble

RULE = Rule(
    code="CD001",
    name="unreadable-source",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    scope=Scope.FILE,
    bad="""\
from chaindsl import transition, workflow

@transition(source="asked", target="paid", actor="deterministic", when="amount <")  # here
def pay() -> None: ...

flow = workflow("flow", pay, initial="asked", final=["paid"], inputs={"amount": int})
""",
    good="""\
from chaindsl import State, transition, workflow

@transition(source="asked", target="paid", actor="deterministic", when="amount < 100")
def pay() -> None: ...

@transition(source="asked", target="paid", actor="human")
def approve() -> None: ...

flow = workflow(
    "flow", pay, approve, initial="asked", final=["paid"], inputs={"amount": int},
    states=[State("asked", goal="Approve the payment")],
)
""",
)

_HELP = {
    Trouble.SYNTAX: "repair it: Python can't import this file either",
    Trouble.NULL_BYTES: "remove the null bytes: this may be no text file",
    Trouble.ENCODING: "save it as UTF-8, or declare its encoding in the first line",
    Trouble.TOO_LARGE: "raise max-file-size, or exclude the file",
    Trouble.TOO_DEEP: "take the expression apart",
    Trouble.UNREADABLE: "look at the file's permissions",
    Trouble.GUARD: "write comparisons, `and`, `or`, `not`, `in` a literal list, or name a predicate function",
}


def check(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each thing that kept the file from being read."""
    for problem in reading.problems:
        yield RULE.finding(problem.message, problem.place, help=_HELP[problem.trouble])
