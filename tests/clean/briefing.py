"""Chains in chains: a topic is researched and written up, and the briefing around it sees only what they hand back."""

from pydantic import BaseModel

from chaindsl import Budget, Complete, Text, chain, parallel, prompt, step

PLAN = prompt("plan", version="1", text="What must one know about {topic}?")
PRO = prompt("pro", version="1", text="What speaks for it?\n\n{plan}")
CONTRA = prompt("contra", version="1", text="What speaks against it?\n\n{plan}")
WRITE = prompt("write", version="1", text="For: {pro}\nAgainst: {contra}\nA page:")


class Order(BaseModel):
    topic: Text
    reader: str = "the board"


@step(writes="plan", prompt=PLAN)
def plan(topic: Text, *, complete: Complete) -> Text:
    return complete(PLAN.format(topic=topic))


@step(writes="pro", prompt=PRO)
def argue_for(plan: Text, *, complete: Complete) -> Text:
    return complete(PRO.format(plan=plan))


@step(writes="contra", prompt=CONTRA)
def argue_against(plan: Text, *, complete: Complete) -> Text:
    return complete(CONTRA.format(plan=plan))


@step(writes="page", prompt=WRITE)
def write(pro: Text, contra: Text, *, complete: Complete) -> Text:
    return complete(WRITE.format(pro=pro, contra=contra))


@step(writes="briefing")
def address(page: Text, reader: str) -> Text:
    return f"To {reader}\n\n{page}"


research = chain(
    "research", plan, parallel(argue_for, argue_against), inputs={"topic": Text}, outputs=["pro", "contra"]
)
writing = chain("writing", write, inputs={"pro": Text, "contra": Text})
briefing = chain(
    "briefing",
    research,
    writing,
    address,
    inputs=Order,
    outputs=["briefing"],
    budget=Budget(calls=8, seconds=180),
    drop=True,
)
