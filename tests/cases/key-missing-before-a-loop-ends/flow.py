"""`notes` is written behind the step that ends the loop."""

from chaindsl import chain, repeat, step


@step(writes="draft")
def write(topic: str) -> str:
    return topic


@step(writes="approved")
def judge(draft: str) -> bool:
    return len(draft) > 3


@step(writes="notes")
def revise(draft: str) -> str:
    return draft


@step(writes="report")
def report(draft: str, notes: str) -> str:
    return draft + notes


flow = chain("flow", write, repeat(judge, revise, until="approved", limit=3), report, inputs={"topic": str})
