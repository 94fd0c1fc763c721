from chaindsl import chain, step


@step(writes="summary")
def summarise(document: str, length: int) -> str:
    return document[:length]


@step(writes="answer")
def answer(question: str, summary: str) -> str:
    return question + summary


@step(writes="document")
def load(path: str) -> str:
    return path


shorten = chain("shorten", summarise, inputs={"document": str, "length": int}, outputs=["summary"])
qa = chain("qa", load, shorten, answer, inputs={"path": str, "question": str}, outputs=["answer"])
