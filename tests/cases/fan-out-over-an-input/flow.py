from chaindsl import Budget, Complete, Text, chain, step


@step(writes="notes", each="chunks")
def extract(chunk: str, question: Text, *, complete: Complete) -> Text:
    return complete(chunk + question)


digest = chain(
    "digest",
    extract,
    inputs={"chunks": list[str], "question": Text},
    outputs=["notes"],
    budget=Budget(calls=100, seconds=60),
)
