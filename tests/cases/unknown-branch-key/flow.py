from chaindsl import branch, chain, step


@step(writes="route")
def classify(question: str) -> bool:
    return bool(question)


@step(writes="answer")
def answer(question: str) -> str:
    return question


qa = chain("qa", classify, branch("rout", {True: answer}, otherwise=None), inputs={"question": str})
