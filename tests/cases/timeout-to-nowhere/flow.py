from chaindsl import State, transition, workflow


@transition(source="waiting", target="confirmed", actor="human")
def confirm() -> None:
    """The customer confirms."""


booking = workflow(
    "booking",
    confirm,
    initial="waiting",
    final=["confirmed", "expired"],
    states=[State("waiting", goal="Wait for the customer", timeout=3600, on_timeout="expird")],
)
