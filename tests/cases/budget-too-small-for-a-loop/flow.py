from chaindsl import Budget, Complete, Text, chain, prompt, repeat, step

WRITE = prompt("write", version="1", text="Write about {topic}. Mind this: {remarks}")
JUDGE = prompt("judge", version="1", text="Is this good? Answer yes or no.\n{draft}")


@step(writes="draft", prompt=WRITE)
def write(topic: str, remarks: str, *, complete: Complete) -> Text:
    return complete(WRITE.format(topic=topic, remarks=remarks))


@step(writes="approved", prompt=JUDGE, parse=bool)
def judge(draft: Text, *, complete: Complete) -> str:
    return complete(JUDGE.format(draft=draft))


loop = chain(
    "loop",
    repeat(write, judge, until="approved", limit=3),
    inputs={"topic": str, "remarks": str},
    outputs=["draft"],
    budget=Budget(calls=6),
)
