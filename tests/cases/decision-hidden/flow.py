from chaindsl import State, transition, workflow


@transition(source="review", target="published", actor="deterministic")
def publish() -> None: ...


@transition(source="review", target="rejected", actor="human")
def reject() -> None: ...


@transition(source="rejected", target="archived", actor="deterministic")
def archive() -> None: ...


post = workflow(
    "post",
    publish,
    reject,
    archive,
    initial="review",
    final=["published", "archived"],
    states=[State("review", goal="Decide")],
)
