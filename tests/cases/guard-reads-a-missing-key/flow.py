from chaindsl import transition, workflow


def is_small(amount: int) -> bool:
    return amount < 100


@transition(source="asked", target="paid", actor="deterministic", when=is_small)
def pay() -> None: ...


@transition(source="asked", target="refused", actor="deterministic")
def refuse() -> None: ...


request = workflow("request", pay, refuse, initial="asked", final=["paid", "refused"], inputs={"sum": int})
