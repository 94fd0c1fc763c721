from typing import Annotated

from chaindsl import Budget, Complete, Len, Text, chain, step


@step(writes="subquestions", parse=Annotated[list[str], Len(1, 5)])
def split(question: Text, *, complete: Complete) -> str:
    return complete(question)


@step(writes="answers", each="subquestions")
def answer(subquestion: str, *, complete: Complete) -> Text:
    return complete(subquestion)


multihop = chain(
    "multihop", split, answer, inputs={"question": Text}, outputs=["answers"], budget=Budget(calls=12)
)
