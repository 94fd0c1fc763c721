from typing import Literal

from chaindsl import Budget, Complete, branch, chain, step


@step(writes="route", parse=Literal["billing", "tech", "sales"])
def classify(question: str, *, complete: Complete) -> str:
    return complete(question)


@step(writes="answer")
def billing(question: str) -> str:
    return question


@step(writes="answer")
def tech(question: str) -> str:
    return question


support = chain(
    "support",
    classify,
    branch("route", {"billing": billing, "tech": tech}),
    inputs={"question": str},
    outputs=["answer"],
    budget=Budget(calls=2),
)
