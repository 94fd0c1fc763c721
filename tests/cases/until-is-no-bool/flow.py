from chaindsl import chain, repeat, step


@step(writes="draft")
def write(topic: str) -> str:
    return topic


@step(writes="verdict")
def judge(draft: str) -> str:
    return "yes" if draft else "no"


flow = chain("flow", repeat(write, judge, until="verdict", limit=3), inputs={"topic": str}, outputs=["draft"])
