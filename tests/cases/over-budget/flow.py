from chaindsl import Budget, Complete, Text, chain, repeat, step


@step(writes="draft")
def write(topic: Text, *, complete: Complete) -> Text:
    return complete(topic)


@step(writes="good", parse=bool)
def judge(draft: str, *, complete: Complete) -> str:
    return complete(draft)


@step(writes="draft", max_attempts=3, max_calls=2)
def revise(draft: str, *, complete: Complete) -> Text:
    return complete(complete(draft))


article = chain(
    "article",
    write,
    repeat(judge, revise, until="good", limit=4),
    inputs={"topic": Text},
    outputs=["draft"],
    budget=Budget(calls=20),
)
