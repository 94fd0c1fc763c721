from chaindsl import transition, workflow


@transition(source="asked", target="paid", actor="deterministic", when="amount.is_small()")
def pay() -> None: ...


@transition(source="asked", target="refused", actor="deterministic")
def refuse() -> None: ...


request = workflow("request", pay, refuse, initial="asked", final=["paid", "refused"], inputs={"amount": int})
