from chaindsl import State, transition, workflow


@transition(source="scored", target="accepted", actor="deterministic", when="score >= 0.8")
def accept() -> None: ...


@transition(source="scored", target="rejected", actor="deterministic", when="score < 0.5")
def reject() -> None: ...


@transition(source="scored", target="accepted", actor="human")
def overrule() -> None:
    """In between somebody looks at it."""


scoring = workflow(
    "scoring",
    accept,
    reject,
    overrule,
    initial="scored",
    final=["accepted", "rejected"],
    inputs={"score": float},
    states=[State("scored", goal="Decide the cases in between")],
)
