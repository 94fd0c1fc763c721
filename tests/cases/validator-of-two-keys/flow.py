from chaindsl import chain, step


def cited(answer: str, sources: list[str]) -> None:
    if not any(source in answer for source in sources):
        raise ValueError("name a source")


@step(writes="sources")
def look_up(question: str) -> list[str]:
    return [question]


@step(writes="answer", validate=cited)
def answer(question: str) -> str:
    return question


ask = chain("ask", look_up, answer, inputs={"question": str})
