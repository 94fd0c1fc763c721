from chaindsl import FromActor, State, transition, workflow


@transition(source="read", target="big", actor="deterministic", when="amount is not None and amount > 100")
def take() -> None: ...


@transition(source="read", target="asked", actor="deterministic")
def ask() -> None: ...


@transition(source="asked", target="paid", actor="agent", when="amount is None or amount > 10")
def pay(amount: int | None, reason: FromActor[str]) -> None: ...


@transition(source=("big", "asked"), target="refused", actor="human")
def refuse() -> None: ...


claims = workflow(
    "claims",
    take,
    ask,
    pay,
    refuse,
    initial="read",
    final=["paid", "refused"],
    inputs={"amount": int | None},
    states=[State("asked", goal="Pay what is small"), State("big", goal="Look at it")],
)
