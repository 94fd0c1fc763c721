r"""# CD004: misleading-source

## Finds

Bidirectional controls, which show a line in another order than Python reads it; invisible characters, in which
instructions for a model can hide; a declared encoding in which plain text means something else, such as `utf-7`.

## Why

What a reviewer sees is not what runs, or not what the model is told.

## Stays silent when

A writing system or an emoji needs the character: joiners between letters that are joined, direction marks in a line
with letters that are written from right to left, selectors behind an emoji. Escapes such as `"\u202e"` can be seen.

## Fix

Remove the character, or write it as an escape. Save the file as UTF-8 and take the declaration out.
"""

from collections.abc import Iterator

from analyzer.facts.hidden_text import Hidden, hidden, hiding_encoding
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.rule import Rule, Scope
from analyzer.source.reading import Reading
from chaindsl.graph.place import Place

RULE = Rule(
    code="CD004",
    name="misleading-source",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    also=(Severity.ERROR,),
    scope=Scope.FILE,
    bad="""\
from chaindsl import Budget, Complete, Text, chain, prompt, step

SUM = prompt("sum", version="1", text="Summarise.\u200b {text}")  # here

@step(writes="summary", prompt=SUM)
def summarise(text: Text, *, complete: Complete) -> Text:
    return complete(SUM.format(text=text))

flow = chain("flow", summarise, inputs={"text": Text}, budget=Budget(calls=2))
""",
    good="""\
from chaindsl import Budget, Complete, Text, chain, prompt, step

SUM = prompt("sum", version="1", text="Summarise. {text} 👩‍🚀 ❤️")

@step(writes="summary", prompt=SUM)
def summarise(text: Text, *, complete: Complete) -> Text:
    return complete(SUM.format(text=text))

flow = chain("flow", summarise, inputs={"text": Text}, budget=Budget(calls=2))
""",
)


def check(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each line with such characters, and for an encoding that hides code."""
    if reading.text is None:
        return
    encoding = hiding_encoding(reading.text)
    if encoding is not None:
        line, name = encoding
        yield RULE.finding(
            f"in the encoding {name!r} plain text may mean something else, so that code can hide in it",
            Place(reading.file, line),
            severity=Severity.ERROR,
            help="save the file as UTF-8 and take the declaration out",
        )
    for one in hidden(reading.text):
        yield _finding(reading.file, one)


def _finding(file: str, one: Hidden) -> Finding:
    what = "characters that change the order in which it is shown" if one.reorders else "characters that nobody sees"
    return RULE.finding(
        f"this line has {what}: {one.names}",
        Place(file, one.line, one.column, one.line, one.column + 1),
        help="remove them, or write them as escapes",
    )
