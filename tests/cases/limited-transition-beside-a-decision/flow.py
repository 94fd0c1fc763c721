from chaindsl import State, transition, workflow


@transition(source="review", target="review", actor="deterministic", limit=2)
def polish() -> None: ...


@transition(source="review", target="published", actor="human")
def publish() -> None: ...


post = workflow(
    "post", polish, publish, initial="review", final=["published"], states=[State("review", goal="Decide")]
)
