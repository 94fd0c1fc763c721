from chaindsl import transition, workflow


@transition(source="asked", target="refunded", actor="deterministic", when="amount < 10 and amount > 100")
def refund() -> None: ...


@transition(source="asked", target="refused", actor="deterministic")
def refuse() -> None: ...


claim = workflow(
    "claim", refund, refuse, initial="asked", final=["refunded", "refused"], inputs={"amount": int}
)
