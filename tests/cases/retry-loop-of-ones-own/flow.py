from chaindsl import Budget, Complete, chain, prompt, step

ASK = prompt("ask", version="1", text="Give a number for: {question}")


@step(writes="number", prompt=ASK)
def number(question: str, *, complete: Complete) -> int:
    for _ in range(3):
        text = complete(ASK.format(question=question))
        if text.strip().isdigit():
            return int(text)
    raise ValueError("no number in three answers")


guess = chain("guess", number, inputs={"question": str}, budget=Budget(calls=12))
