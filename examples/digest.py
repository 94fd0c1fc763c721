"""A digest of a long document: one note for every section, made side by side, then one headline over all notes.

    chaindsl run examples/digest.py:digest --model local
    chaindsl run examples/digest.py:digest --model local path=README.md

It shows map and reduce: `each` runs a step once for every item, some at a time, and the results come in the items'
order; only the items that fail are tried again. `limit` makes the most calls a matter of arithmetic: 24 × 2 + 2.
"""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel

from chaindsl import Budget, Complete, Len, Text, chain, prompt, step

SECTION = 900


class Source(BaseModel):
    """What to read: a file of UTF-8 text whose paragraphs are set apart by empty lines."""

    path: str = str(Path(__file__).parent / "voyager.md")


NOTE = prompt(
    "note",
    version="1",
    text="""\
Text: Comets are bodies of ice, dust and rock. Near the Sun the ice turns to gas, which forms a coma and a tail.
In short: Comets grow a tail when the Sun warms their ice.

Text: In 1610 Galileo Galilei pointed a telescope at Jupiter and discovered its four largest moons, night after night.
In short: Galileo discovered four moons of Jupiter in 1610.

Text: {section}
In short:""",
)

HEADLINE = prompt(
    "headline",
    version="1",
    text="""\
Notes: Comets grow a tail when the Sun warms their ice. Halley's Comet comes back about every 76 years.
Headline: How comets shine and return

Notes: Galileo discovered four moons of Jupiter in 1610. Ganymede is the largest of them.
Headline: Galileo and the moons of Jupiter

Notes: {notes}
Headline:""",
)


def first_line(text: str) -> str:
    """Return the first line that says something: a base model goes on with texts of its own."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


@step(writes="document", max_attempts=1)
def read(path: str) -> Text:
    """Read the file."""
    return Path(path).read_text(encoding="utf-8")


@step(writes="sections")
def split(document: Text) -> Annotated[list[Text], Len(1, 24)]:
    """Gather paragraphs to sections of up to `SECTION` characters; a longer paragraph is a section of its own."""
    sections = [""]
    for paragraph in (" ".join(part.split()) for part in document.split("\n\n")):
        if sections[-1] and len(sections[-1]) + len(paragraph) > SECTION:
            sections.append("")
        sections[-1] = f"{sections[-1]} {paragraph}".strip()
    return sections


@step(writes="notes", prompt=NOTE, each="sections", limit=24, overflow="fail", workers=4)
def note(section: Text, *, complete: Complete) -> Annotated[Text, Len(1, 400)]:
    """Say in one sentence what a section says."""
    return first_line(complete(NOTE.format(section=section)))


@step(writes="headline", prompt=HEADLINE)
def headline(notes: list[Text], *, complete: Complete) -> Annotated[Text, Len(1, 120)]:
    """Find a headline for all notes."""
    return first_line(complete(HEADLINE.format(notes=" ".join(notes))))


@step(writes="digest")
def render(headline: Text, notes: list[Text]) -> Text:
    """Put the headline above the notes."""
    return "\n".join([headline, *(f"- {line}" for line in notes)])


digest = chain(
    "digest",
    read,
    split,
    note,
    headline,
    render,
    inputs=Source,
    outputs=["digest"],
    budget=Budget(seconds=600, calls=50, bytes=500_000),
    drop=True,
)
