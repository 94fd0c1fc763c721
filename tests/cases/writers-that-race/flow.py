from chaindsl import chain, parallel, step


@step(writes="summary")
def short(text: str) -> str:
    return text[:20]


@step(writes="summary")
def long(text: str) -> str:
    return text[:200]


@step(writes="page")
def page(summary: str) -> str:
    return summary


both = chain("both", parallel(short, long), page, inputs={"text": str})
