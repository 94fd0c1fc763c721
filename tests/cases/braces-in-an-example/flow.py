from chaindsl import Budget, Complete, chain, prompt, step

EXTRACT = prompt("extract", version="1", text='Extract as {"name": "...", "age": 0}: {text}')


@step(writes="person", prompt=EXTRACT, parse=dict[str, str | int])
def extract(text: str, *, complete: Complete) -> str:
    return complete(EXTRACT.format(text=text))


people = chain("people", extract, inputs={"text": str}, budget=Budget(calls=2))
