from chaindsl import Budget, Complete, chain, prompt, step

ASK = prompt("ask", version="1", text="Say it: {question}")
TELL = prompt("ask", version="1", text="Tell it: {answer}")


@step(writes="answer", prompt=ASK)
def ask(question: str, *, complete: Complete) -> str:
    return complete(ASK.format(question=question))


@step(writes="story", prompt=TELL)
def tell(answer: str, *, complete: Complete) -> str:
    return complete(TELL.format(answer=answer))


flow = chain("flow", ask, tell, inputs={"question": str}, outputs=["story"], budget=Budget(calls=4))
