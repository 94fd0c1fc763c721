from chaindsl import chain, parallel, step


@step(writes="summary")
def summarise(text: str) -> str:
    return text[:10]


@step(writes="title")
def title(text: str, summary: str) -> str:
    return summary or text


page = chain("page", parallel(summarise, title), inputs={"text": str}, outputs=["summary", "title"])
