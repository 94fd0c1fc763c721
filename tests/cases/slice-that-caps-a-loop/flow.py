from chaindsl import Budget, Complete, Text, chain, prompt, step

NOTE = prompt("note", version="1", text="What is new here?\n{page}")


@step(writes="notes", prompt=NOTE, max_calls=4)
def notes(pages: list[str], *, complete: Complete) -> Text:
    return "\n".join(complete(NOTE.format(page=page)) for page in pages[:4])


reading = chain("reading", notes, inputs={"pages": list[str]}, budget=Budget(calls=8))
