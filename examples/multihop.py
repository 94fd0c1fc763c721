"""A question that takes several look-ups: the model asks itself smaller ones first, but never more than three.

    chaindsl run examples/multihop.py:multihop --model local "question=Was Neptune discovered before Pluto?"

It shows self-ask with a cap. A model decides how long the list of smaller questions is, so without `limit` nobody could
say what a run costs; with it the most is 2 + 3 × 2 + 2 calls. A longer list is cut, and the trace says how much was
left out.
"""

import re
from operator import itemgetter
from pathlib import Path
from typing import Protocol

from chaindsl import Budget, Complete, Text, chain, prompt, step

DOCUMENTS = Path(__file__).parent / "documents"


class LookUp(Protocol):
    """Finds the paragraph that fits a question best."""

    def __call__(self, question: str, /) -> str: ...


SPLIT = prompt(
    "split",
    version="1",
    text="""\
Question: Which has more moons, Mars or Pluto?
Smaller questions: ["How many moons does Mars have?", "How many moons does Pluto have?"]

Question: Was Uranus discovered before Ceres?
Smaller questions: ["When was Uranus discovered?", "When was Ceres found?"]

Question: {question}
Smaller questions:""",
)

ANSWER = prompt(
    "answer",
    version="1",
    text="""\
Text: Pluto has five moons. The largest is Charon, about half as wide as Pluto itself.
Question: How many moons does Pluto have?
Answer: Pluto has five moons.

Text: {paragraph}
Question: {question}
Answer:""",
)

COMBINE = prompt(
    "combine",
    version="1",
    text="""\
Known: How many moons does Mars have? Two. How many moons does Pluto have? Pluto has five moons.
Question: Which has more moons, Mars or Pluto?
Answer: Pluto has more moons than Mars.

Known: When was Uranus discovered? It was discovered in 1781. When was Ceres found? In 1801.
Question: Was Uranus discovered before Ceres?
Answer: Yes, Uranus was discovered before Ceres.

Known: {known}
Question: {question}
Answer:""",
)


def first_line(text: str) -> str:
    """Return the first line that says something: a base model goes on with questions of its own."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


@step(writes="subquestions", prompt=SPLIT, parse=list[Text])
def split(question: Text, *, complete: Complete) -> str:
    """Split a question into smaller ones, as a JSON list."""
    return first_line(complete(SPLIT.format(question=question)))


@step(writes="answers", prompt=ANSWER, each="subquestions", limit=3, workers=3)
def answer(subquestion: Text, *, look_up: LookUp, complete: Complete) -> Text:
    """Answer one smaller question from the paragraph that fits it best."""
    return first_line(complete(ANSWER.format(paragraph=look_up(subquestion), question=subquestion)))


@step(writes="conclusion", prompt=COMBINE)
def combine(question: Text, subquestions: list[Text], answers: list[Text], *, complete: Complete) -> Text:
    """Answer the question from the answers to the smaller ones."""
    known = " ".join(f"{asked} {answered}" for asked, answered in zip(subquestions, answers, strict=False))
    return first_line(complete(COMBINE.format(known=known, question=question)))


multihop = chain(
    "multihop",
    split,
    answer,
    combine,
    inputs={"question": Text},
    outputs=["answers", "conclusion"],
    budget=Budget(seconds=300, calls=10),
)


def words(text: str) -> set[str]:
    """Return the words of a text that tell it from others."""
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 3}


def look_up(question: str, /) -> str:
    """Find the paragraph that shares most words with the question; those in its document's title count twice."""
    found: list[tuple[int, str]] = []
    for path in sorted(DOCUMENTS.glob("*.md")):
        title, *paragraphs = path.read_text(encoding="utf-8").split("\n\n")
        for paragraph in paragraphs:
            shared = len(words(title) & words(question)) + len(words(paragraph) & words(question))
            found.append((shared, " ".join(paragraph.split())))
    return max(found, key=itemgetter(0))[1]


# What `chaindsl run` binds by default, beside the model that `--model` names.
TOOLS = {"look_up": look_up}
