import enum

from chaindsl import branch, chain, step


class Topic(enum.Enum):
    BILLING = "billing"
    TECH = "tech"


@step(writes="topic")
def classify(question: str) -> Topic:
    return Topic.BILLING


@step(writes="answer")
def answer(question: str) -> str:
    return question


support = chain(
    "support",
    classify,
    branch("topic", {Topic.BILLING: answer, "tech": answer, "technical": answer}),
    inputs={"question": str},
    outputs=["answer"],
)
