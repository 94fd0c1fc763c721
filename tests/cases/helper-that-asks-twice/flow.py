from chaindsl import Budget, Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer: {question}")


def consult(question: str, complete: Complete) -> str:
    first = complete(ASK.format(question=question))
    second = complete(ASK.format(question=first))
    return max(first, second, key=len)


@step(writes="answer", prompt=ASK)
def answer(question: str, *, complete: Complete) -> Text:
    return consult(question, complete)


ask = chain("ask", answer, inputs={"question": str}, budget=Budget(calls=4))
