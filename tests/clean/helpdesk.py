"""A router over an enum of kinds, each kind with a chain of its own, one of them a chain of two steps in a list."""

import enum

from chaindsl import Budget, Complete, Text, branch, chain, prompt, step


class Kind(enum.StrEnum):
    OUTAGE = enum.auto()
    QUESTION = enum.auto()
    PRAISE = enum.auto()


KIND = prompt("kind", version="4", text="outage, question or praise?\n\n{ticket}")
ANSWER = prompt("answer", version="4", text="Answer from these articles:\n{articles}\n\n{ticket}")


@step(writes="kind", prompt=KIND, parse=Kind, fallback=Kind.QUESTION)
def classify(ticket: Text, *, complete: Complete) -> str:
    return complete(KIND.format(ticket=ticket))


@step(writes="articles", backoff=1)
def find_articles(ticket: Text, *, search: object) -> list[str]:
    return [str(search), ticket]


@step(writes="response", prompt=ANSWER)
def answer(ticket: Text, articles: list[str], *, complete: Complete) -> Text:
    return complete(ANSWER.format(ticket=ticket, articles="\n".join(articles)))


@step(writes="response")
def escalate(ticket: Text) -> Text:
    return f"On call was paged: {ticket}"


@step(writes="response")
def thank() -> Text:
    return "Thank you!"


question = [find_articles, answer]

helpdesk = chain(
    "helpdesk",
    classify,
    branch("kind", {Kind.OUTAGE: escalate, Kind.QUESTION: question, Kind.PRAISE: thank}),
    inputs={"ticket": Text},
    outputs=["kind", "response"],
    budget=Budget(seconds=60, calls=4),
)
