from chaindsl import Budget, Complete, chain, prompt, step

SUM = prompt("sum", version="1", text="Summarise: {text}")
TITLE = prompt("title", version="1", text="A title for: {summary}")


@step(writes="summary", prompt=SUM)
def summarise(text: str, *, complete: Complete) -> str:
    return complete(SUM.format(text=text))


@step(writes="title", prompt=TITLE)
def name(summary: str, *, complete: Complete) -> str:
    return complete(TITLE.format(summary=summary))


headline = chain("headline", summarise, name, inputs={"text": str}, budget=Budget(calls=4))
