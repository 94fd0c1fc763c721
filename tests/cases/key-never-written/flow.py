from chaindsl import chain, step


@step(writes="summary")
def summarise(document: str) -> str:
    return document[:100]


@step(writes="answer")
def answer(question: str, sumary: str) -> str:
    return question + sumary


qa = chain("qa", summarise, answer, inputs={"question": str, "document": str}, outputs=["answer"])
