from chaindsl import Budget, Complete, Text, chain, prompt, step

DRAFT = prompt("draft", version="1", text="Write about {topic}.")
POLISH = prompt("polish", version="1", text="Polish this text:\n{draft}")


@step(writes="text", prompt=[DRAFT, POLISH], max_calls=2)
def write(topic: str, *, complete: Complete) -> Text:
    draft = complete(DRAFT.format(topic=topic))
    return complete(POLISH.format(draft=draft))


article = chain("article", write, inputs={"topic": str}, budget=Budget(calls=4))
