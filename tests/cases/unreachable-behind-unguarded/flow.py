from chaindsl import transition, workflow


@transition(source="paid", target="shipped", actor="deterministic")
def ship() -> None: ...


@transition(source="paid", target="held", actor="deterministic", when="amount > 10_000")
def hold() -> None: ...


order = workflow("order", ship, hold, initial="paid", final=["shipped", "held"], inputs={"amount": int})
