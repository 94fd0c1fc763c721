from chaindsl import chain, repeat, step


@step(writes="draft")
def write(topic: str) -> str:
    return topic


@step(writes="approved")
def judge(draft: str) -> bool:
    return bool(draft)


flow = chain("flow", repeat(write, judge, until="aproved", limit=3), inputs={"topic": str}, outputs=["draft"])
