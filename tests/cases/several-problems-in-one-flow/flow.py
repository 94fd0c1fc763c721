from chaindsl import Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer: {question}")


@step(writes="answer", prompt=ASK)
def answer(question: str, *, complete: Complete) -> Text:
    return complete(ASK.format(query=question))


@step(writes="length")
def measure(answer: Text) -> int:
    return len(answer)


@step(writes="page")
def render(answer: Text, title: str) -> str:
    return f"{title}: {answer}"


ask = chain("ask", answer, measure, render, inputs={"question": str, "language": str})
