from chaindsl import Budget, Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer: {question}")


@step(writes="answer", prompt=ASK)
def answer(question: str, *, complete: Complete) -> Text:
    return complete(ASK.format(question=question))


@step(writes="page")
def render(answer: Text) -> str:
    return f"<p>{answer}</p>"


inner = chain("inner", answer, inputs={"question": str})
outer = chain("outer", inner, render, inputs={"question": str}, budget=Budget(calls=2))
