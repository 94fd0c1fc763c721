from chaindsl import transition, workflow


@transition(source="scored", target="accepted", actor="deterministic", when="score >= 0.8")
def accept() -> None: ...


@transition(source="scored", target="rejected", actor="deterministic", when="score < 0.5")
def reject() -> None: ...


scoring = workflow(
    "scoring", accept, reject, initial="scored", final=["accepted", "rejected"], inputs={"score": float}
)
