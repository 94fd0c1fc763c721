from chaindsl import chain, repeat, step


@step(writes="draft")
def write(topic: str) -> str:
    return topic


@step(writes="approved")
def check(draft: str) -> bool:
    return bool(draft)


loop = chain("loop", repeat(write, check, until="aproved", limit=2), inputs={"topic": str}, outputs=["draft"])
