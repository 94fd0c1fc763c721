from chaindsl import Budget, Complete, Text, chain, step

TEMPLATE = "Translate into German: {text}"


@step(writes="german")
def translate(text: str, *, complete: Complete) -> Text:
    return complete(TEMPLATE.format(text=text))


german = chain("german", translate, inputs={"text": str}, budget=Budget(calls=2))
