from chaindsl import chain, step


@step(writes="match")
def find(query: str) -> str | None:
    return query or None


@step(writes="answer")
def answer(match: str) -> str:
    return match


qa = chain("qa", find, answer, inputs={"query": str}, outputs=["answer"])
