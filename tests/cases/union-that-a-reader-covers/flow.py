from chaindsl import chain, step


@step(writes="answer")
def look_up(question: str) -> str | int:
    return len(question) if question.isdigit() else question


@step(writes="line")
def show(answer: int | str | None) -> str:
    return str(answer)


ask = chain("ask", look_up, show, inputs={"question": str})
