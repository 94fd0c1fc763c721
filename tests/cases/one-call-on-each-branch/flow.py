from chaindsl import Budget, Complete, Text, chain, prompt, step

SHORT = prompt("short", version="1", text="In one sentence: {question}")
LONG = prompt("long", version="1", text="In detail: {question}")


@step(writes="answer", prompt=[SHORT, LONG])
def answer(question: str, brief: bool, *, complete: Complete) -> Text:
    if brief:
        return complete(SHORT.format(question=question))
    return complete(LONG.format(question=question))


ask = chain("ask", answer, inputs={"question": str, "brief": bool}, budget=Budget(calls=2))
