"""A clean flow that uses most of the language."""

from typing import Annotated, Literal

from chaindsl import (
    Budget,
    Complete,
    Feedback,
    Len,
    Text,
    Values,
    branch,
    chain,
    parallel,
    prompt,
    renamed,
    repeat,
    step,
)

ROUTE = prompt("route", version="1", text="billing or tech? {question}")
WRITE = prompt("write", version="2", text="Answer {question} from {docs}. {feedback}")


def cites(draft: str, docs: list[str]) -> None:
    if not any(doc in draft for doc in docs):
        raise ValueError("cite a source")


@step(writes="route", prompt=ROUTE, parse=Literal["billing", "tech"], fallback="tech")
def classify(question: Text, *, complete: Complete) -> str:
    return complete(ROUTE.format(question=question))


@step(writes="docs")
def bills(question: Text, *, search) -> Annotated[list[str], Len(1, 6)]:
    return search(question)[:6]


@step(writes="docs")
def manuals(question: Text, *, search) -> Annotated[list[str], Len(1, 6)]:
    return search(question)[:6]


@step(writes="scores", each="docs", workers=2)
def score(doc: str, question: Text) -> int:
    return len(doc) + len(question)


@step(writes="titles", each="docs")
def title(doc: str) -> str:
    return doc[:10]


@step(writes="draft", prompt=WRITE, validate=cites, max_attempts=3)
def write(question: Text, docs: list[str], *, complete: Complete, feedback: Feedback) -> Text:
    return complete(WRITE.format(question=question, docs=docs, feedback=feedback))


@step(writes="approved")
def judge(draft: str, scores: list[int]) -> bool:
    return len(draft) > sum(scores)


@step(writes="draft")
def shorten(draft: str, limit: int = 100) -> str:
    return draft[:limit]


@step(writes="log")
def note(values: Values) -> str:
    return str(sorted(values))


support = chain(
    "support",
    classify,
    branch("route", {"billing": bills, "tech": [manuals]}),
    parallel(score, title),
    write,
    repeat(judge, shorten, until="approved", limit=3, exhausted="continue"),
    renamed(shorten, name="trim", reads={"draft": "draft"}, writes="answer"),
    note,
    inputs={"question": Text},
    outputs=["answer", "titles", "log"],
    budget=Budget(calls=5, seconds=60),
    drop=True,
)
