from typing import Literal

from chaindsl import Budget, Complete, prompt, transition, workflow

TEAM = prompt("team", version="1", text="Which team? {ticket}")


@transition(source="new", actor="deterministic", prompt=TEAM, parse=Literal["billing", "tech"])
def sort(ticket: str, *, complete: Complete) -> str:
    return complete(TEAM.format(ticket=ticket))


desk = workflow(
    "desk", sort, initial="new", final=["billing", "tech"], inputs={"ticket": str}, budget=Budget(calls=2)
)
