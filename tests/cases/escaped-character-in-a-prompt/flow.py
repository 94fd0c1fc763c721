from chaindsl import Budget, Complete, Text, chain, prompt, step

SUM = prompt("sum", version="1", text="Summarise this.\u200b {text}")


@step(writes="summary", prompt=SUM)
def summarise(text: str, *, complete: Complete) -> Text:
    return complete(SUM.format(text=text))


short = chain("short", summarise, inputs={"text": str}, budget=Budget(calls=2))
