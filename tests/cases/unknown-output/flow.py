from chaindsl import chain, step


@step(writes="answer")
def answer(question: str) -> str:
    return question


qa = chain("qa", answer, inputs={"question": str}, outputs=["anwser"])
