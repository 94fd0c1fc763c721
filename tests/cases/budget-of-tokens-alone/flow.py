from chaindsl import Budget, Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer: {question}")


@step(writes="answer", prompt=ASK)
def answer(question: str, *, complete: Complete) -> Text:
    return complete(ASK.format(question=question))


ask = chain("ask", answer, inputs={"question": str}, budget=Budget(tokens=2_000))
