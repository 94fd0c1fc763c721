from typing import Protocol

from chaindsl import Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer: {question}")


class Model(Complete, Protocol):
    """Our gateway."""


@step(writes="answer", prompt=ASK)
def answer(question: str, *, model: Model) -> Text:
    return model(ASK.format(question=question))


ask = chain("ask", answer, inputs={"question": str})
