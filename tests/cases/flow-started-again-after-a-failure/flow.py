from chaindsl import Budget, Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer: {question}")


@step(writes="answer", prompt=ASK)
def answer(question: str, *, complete: Complete) -> Text:
    return complete(ASK.format(question=question))


ask = chain("ask", answer, inputs={"question": str}, budget=Budget(calls=2))


def main(question: str, complete: Complete) -> str:
    for _ in range(3):
        try:
            return ask.run({"question": question}, complete=complete).get("answer", str)
        except Exception:
            continue
    raise SystemExit("no answer")
