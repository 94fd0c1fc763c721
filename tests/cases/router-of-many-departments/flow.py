from typing import Literal

from chaindsl import Budget, Complete, branch, chain, prompt, step

Team = Literal[
    "billing", "tech", "sales", "legal", "press", "hr", "it", "design", "ops", "data", "security", "facilities"
]
ROUTE = prompt("route", version="1", text="Which team? {mail}")


@step(writes="team", prompt=ROUTE, parse=Team, fallback="ops")
def sort(mail: str, *, complete: Complete) -> str:
    return complete(ROUTE.format(mail=mail))


@step(writes="note")
def file_for_billing(mail: str) -> str:
    return mail


desk = chain(
    "desk",
    sort,
    branch("team", {"billing": file_for_billing}, otherwise=None),
    inputs={"mail": str},
    budget=Budget(calls=2),
)
