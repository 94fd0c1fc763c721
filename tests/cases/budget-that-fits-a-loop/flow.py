from chaindsl import Budget, Complete, Text, chain, prompt, repeat, step

WRITE = prompt("write", version="1", text="Write about {topic}.")
JUDGE = prompt("judge", version="1", text="Is this good? Answer yes or no.\n{draft}")


@step(writes="draft", prompt=WRITE, max_attempts=1)
def write(topic: str, *, complete: Complete) -> Text:
    return complete(WRITE.format(topic=topic))


@step(writes="approved", prompt=JUDGE, parse=bool, max_attempts=1)
def judge(draft: Text, *, complete: Complete) -> str:
    return complete(JUDGE.format(draft=draft))


loop = chain(
    "loop",
    repeat(write, judge, until="approved", limit=3),
    inputs={"topic": str},
    outputs=["draft"],
    budget=Budget(calls=6),
)
