from chaindsl import Budget, Complete, Text, chain, step


@step(writes="answer")
def answer(question: str, *, complete: Complete) -> Text:
    return complete(f"You are a helpful assistant. Answer: {question}")


ask = chain("ask", answer, inputs={"question": str}, budget=Budget(calls=2))
