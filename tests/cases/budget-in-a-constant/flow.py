from chaindsl import Budget, Complete, Text, chain, prompt, step

LIMITS = Budget(seconds=20, calls=2)
ASK = prompt("ask", version="1", text="Answer: {question}")


@step(writes="answer", prompt=ASK)
def answer(question: str, *, complete: Complete) -> Text:
    return complete(ASK.format(question=question))


ask = chain("ask", answer, inputs={"question": str}, budget=LIMITS)
