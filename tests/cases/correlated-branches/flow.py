"""Two branches on one key go the same way, so nothing is missing."""

from typing import Literal

from chaindsl import branch, chain, step


@step(writes="kind")
def classify(text: str) -> Literal["letter", "bill"]:
    return "bill"


@step(writes="total")
def add(text: str) -> int:
    return len(text)


@step(writes="copy")
def file(text: str) -> str:
    return text


@step(writes="note")
def pay(total: int, copy: str) -> str:
    return f"{total} {copy}"


@step(writes="note")
def shelve(copy: str) -> str:
    return copy


mail = chain(
    "mail",
    classify,
    branch("kind", {"bill": add, "letter": None}),
    file,
    branch("kind", {"bill": pay, "letter": shelve}),
    inputs={"text": str},
    outputs=["note"],
)
