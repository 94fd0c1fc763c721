"""A model writes the sub-questions, and nothing says how many."""

from chaindsl import Budget, Complete, Text, chain, step


@step(writes="subquestions", parse=list[str])
def split(question: Text, *, complete: Complete) -> str:
    return complete(f"Split into sub-questions, as JSON: {question}")


@step(writes="answers", each="subquestions", workers=4)
def answer(subquestion: str, *, complete: Complete) -> Text:
    return complete(subquestion)


@step(writes="final")
def join(answers: list[str]) -> str:
    return " ".join(answers)


multihop = chain(
    "multihop", split, answer, join, inputs={"question": Text}, outputs=["final"], budget=Budget(seconds=60)
)
