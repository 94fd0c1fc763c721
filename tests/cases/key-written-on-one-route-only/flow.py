from typing import Literal

from chaindsl import branch, chain, step


@step(writes="kind")
def classify(text: str) -> Literal["question", "order"]:
    return "question"


@step(writes="reply")
def reply(text: str) -> str:
    return text


@step(writes="receipt")
def book(text: str) -> str:
    return text


@step(writes="letter")
def send(reply: str) -> str:
    return reply


desk = chain(
    "desk", classify, branch("kind", {"question": reply, "order": book}), send, inputs={"text": str}, outputs=["letter"]
)
