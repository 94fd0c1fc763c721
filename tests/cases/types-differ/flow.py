from chaindsl import chain, step


@step(writes="docs")
def retrieve(query: str) -> list[str]:
    return [query]


@step(writes="answer")
def answer(query: str, docs: str) -> str:
    return query + docs


qa = chain("qa", retrieve, answer, inputs={"query": str}, outputs=["answer"])
