"""Question answering with citations: six steps over a folder of real documents.

    chaindsl run examples/qa.py:qa --model local "question=how hot is venus"

It shows how a chain is put together: functions whose parameters are the keys they read, a tool that is no model
(`search`, a full-text index), and a model's text that is held to a contract: by types, and by a validator that rejects
citations of passages that are not there, upon which the step is tried again and told why.
"""

import re
import sqlite3
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Protocol

from chaindsl import Budget, Complete, Feedback, Len, Text, chain, prompt, step

DOCUMENTS = Path(__file__).parent / "documents"


@dataclass(frozen=True)
class Passage:
    """One paragraph of a document."""

    source: str
    text: str


class Search(Protocol):
    """Finds the passages that fit a query, the best first."""

    def __call__(self, query: str, /) -> list[Passage]: ...


CLARIFY = prompt(
    "clarify",
    version="2",
    text="""\
Asked: how hot is the sun
Meant: How hot is the Sun?

Asked: moons of pluto??
Meant: How many moons does Pluto have?

Asked: tell me who built the first telescope
Meant: Who built the first telescope?

Asked: whats a dwarf planet
Meant: What is a dwarf planet?

Asked: mass of the earth?
Meant: What is the mass of the Earth?

Asked: {question}
Meant:""",
)

REWRITE = prompt(
    "rewrite",
    version="2",
    text="""\
Question: How many moons does Pluto have?
Words: Pluto, moons

Question: Who built the first telescope?
Words: first, telescope, built

Question: How hot is the Sun in its centre?
Words: Sun, hot, centre

Question: What is the mass of the Earth?
Words: Earth, mass

Question: Why do meteors glow?
Words: meteors, glow

Question: {clarified}
Words:""",
)

SYNTHESIZE = prompt(
    "synthesize",
    version="1",
    text="""\
[1] Pluto has five moons. The largest is Charon, about half as wide as Pluto itself.
[2] Mars has two small moons, Phobos and Deimos. A day on Mars lasts about 24 hours and 37 minutes.
[3] The Moon is Earth's only natural satellite, at a mean distance of about 384,400 kilometres.
Question: How many moons does Mars have?
Answer: [2] Mars has two moons, Phobos and Deimos.

[1] Pluto is a dwarf planet in the Kuiper belt. Clyde Tombaugh discovered it in 1930.
[2] Ceres is the largest object of the asteroid belt. It was found by Giuseppe Piazzi in 1801.
[3] Pluto was counted as the ninth planet until 2006.
Question: Who discovered Pluto?
Answer: [1] Clyde Tombaugh discovered Pluto in 1930.

{sources}
Question: {clarified}{hint}
Answer:""",
)

VERIFY = prompt(
    "verify",
    version="1",
    text="""\
Text: Mars has two small moons, Phobos and Deimos.
Claim: Mars has two moons.
Does the text say so? yes

Text: Clyde Tombaugh discovered Pluto in 1930.
Claim: Galileo discovered Pluto.
Does the text say so? no

Text: {cited}
Claim: {claim}
Does the text say so?""",
)


def first_line(text: str) -> str:
    """Return the first line that says something: a base model goes on with questions of its own."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def citations(draft: str) -> list[int]:
    """Return the numbers in brackets, each once, in their order."""
    return list(dict.fromkeys(int(number) for number in re.findall(r"\[(\d+)\]", draft)))


def without_citations(draft: str) -> str:
    """Return a draft without its numbers in brackets."""
    return re.sub(r"\s*\[\d+\]\s*", " ", draft).strip()


def citations_exist(draft: str, passages: list[Passage]) -> None:
    """Reject a draft that cites nothing, or passages that are not there."""
    cited = citations(draft)
    if not cited:
        raise ValueError("cite at least one source, as in [1]")
    missing = [number for number in cited if not 1 <= number <= len(passages)]
    if missing:
        raise ValueError(f"there is no source {missing}; there are {len(passages)}")


def facts_are_cited(draft: str, clarified: str, passages: list[Passage]) -> None:
    """Reject names and numbers that neither the cited passages nor the question have."""
    cited = " ".join(passages[number - 1].text for number in citations(draft))
    known = set(re.findall(r"\w+", f"{cited} {clarified}".lower()))
    words = re.findall(r"\w+", without_citations(draft))
    strange = [word for word in words[1:] if (word[0].isupper() or word[0].isdigit()) and word.lower() not in known]
    if strange:
        raise ValueError(f"the cited source says nothing of {', '.join(strange)}")


@step(writes="clarified", prompt=CLARIFY)
def clarify(question: Text, *, complete: Complete) -> Text:
    """Restate what was asked as a clear question."""
    return first_line(complete(CLARIFY.format(question=question)))


@step(writes="query", prompt=REWRITE)
def rewrite(clarified: Text, *, complete: Complete) -> Text:
    """Turn the question into words to search for."""
    return first_line(complete(REWRITE.format(clarified=clarified)))


@step(writes="passages")
def retrieve(query: Text, *, search: Search) -> Annotated[list[Passage], Len(1, 3)]:
    """Find the passages to answer from."""
    return search(query)[:3]


@step(writes="draft", prompt=SYNTHESIZE, validate=[citations_exist, facts_are_cited], max_attempts=3)
def synthesize(clarified: Text, passages: list[Passage], *, complete: Complete, feedback: Feedback) -> Text:
    """Answer from the passages, with citations."""
    sources = "\n".join(f"[{number}] {passage.text}" for number, passage in enumerate(passages, 1))
    hint = f" ({feedback})" if feedback else ""
    return first_line(complete(SYNTHESIZE.format(sources=sources, clarified=clarified, hint=hint)))


@step(writes="supported", prompt=VERIFY, parse=Literal["yes", "no"])
def verify(draft: Text, passages: list[Passage], *, complete: Complete) -> str:
    """Ask whether the cited passages say what the draft says."""
    cited = " ".join(passages[number - 1].text for number in citations(draft))
    return first_line(complete(VERIFY.format(cited=cited, claim=without_citations(draft))))


@step(writes="answer")
def render(draft: Text, passages: list[Passage], supported: Literal["yes", "no"]) -> Text:
    """Put the answer and its sources together, with a warning if they don't seem to agree."""
    sources = [f"[{number}] {passages[number - 1].source}" for number in citations(draft)]
    doubt = [] if supported == "yes" else ["The sources may not say this; read them."]
    return "\n".join([draft, *doubt, *sources])


qa = chain(
    "qa",
    clarify,
    rewrite,
    retrieve,
    synthesize,
    verify,
    render,
    inputs={"question": Text},
    outputs=["answer"],
    budget=Budget(seconds=300, calls=9, bytes=100_000),
)


@cache
def index() -> sqlite3.Connection:
    """Index each paragraph of the documents, in memory."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("CREATE VIRTUAL TABLE passages USING fts5(source, title, text, tokenize='porter')")
    for path in sorted(DOCUMENTS.glob("*.md")):
        title, *paragraphs = path.read_text(encoding="utf-8").split("\n\n")
        rows = [(path.name, title, " ".join(paragraph.split())) for paragraph in paragraphs]
        connection.executemany("INSERT INTO passages VALUES (?, ?, ?)", rows)
    return connection


def search(query: str, /) -> list[Passage]:
    """Find up to three passages with any of the words; the title counts more, rare words count most."""
    words = " OR ".join(f'"{word}"*' for word in re.findall(r"\w+", query))
    ranked = "SELECT source, text FROM passages WHERE passages MATCH ? ORDER BY bm25(passages, 0, 4, 1), rowid LIMIT 3"
    return [Passage(source, text) for source, text in index().execute(ranked, (words or '""',))]


# What `chaindsl run` binds by default, beside the model that `--model` names.
TOOLS = {"search": search}
