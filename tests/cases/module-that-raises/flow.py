"""The file can't be imported here; it is checked all the same."""

import os

from chaindsl import chain, step

TOKEN = os.environ["A_SECRET_THAT_IS_NOT_SET"]
raise SystemExit("never import me")


@step(writes="summary")
def summarise(document: str) -> str:
    return document


@step(writes="answer")
def answer(question: str, sumary: str) -> str:
    return question + sumary


qa = chain("qa", summarise, answer, inputs={"question": str, "document": str}, outputs=["answer"])
