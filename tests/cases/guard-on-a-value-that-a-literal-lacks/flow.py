from typing import Literal

from chaindsl import transition, workflow

Tier = Literal["free", "pro"]


@transition(source="asked", target="called_back", actor="deterministic", when="tier == 'enterprise'")
def call_back() -> None: ...


@transition(source="asked", target="mailed", actor="deterministic")
def mail() -> None: ...


support = workflow(
    "support", call_back, mail, initial="asked", final=["called_back", "mailed"], inputs={"tier": Tier}
)
