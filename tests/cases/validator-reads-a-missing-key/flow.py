from chaindsl import chain, step


def cites(answer: str, sources: list[str]) -> None:
    if not any(source in answer for source in sources):
        raise ValueError("no source is cited")


@step(writes="answer", validate=cites)
def answer(question: str) -> str:
    return question


qa = chain("qa", answer, inputs={"question": str})
