from chaindsl import FromActor, State, transition, workflow


@transition(source="asked", target="read", actor="deterministic", writes="amount")
def read(claim: str) -> int:
    return len(claim)


@transition(source="read", target="paid", actor="agent", when="amount < 100")
def pay(amount: int, reason: FromActor[str]) -> None: ...


@transition(source="read", target="refused", actor="human", when="amount > 100")
def refuse(amount: int) -> None: ...


claims = workflow(
    "claims",
    read,
    pay,
    refuse,
    initial="asked",
    final=["paid", "refused"],
    inputs={"claim": str},
    states=[State("read", goal="Pay what is small")],
)
