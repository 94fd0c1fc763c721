from chaindsl import State, transition, workflow


@transition(source="drafted", target="queued", actor="deterministic", when="hour < 8")
def wait_for_morning() -> None: ...


@transition(source="drafted", target="sent", actor="agent")
def send_now() -> None:
    """Send it if it is fine."""


mail = workflow(
    "mail",
    wait_for_morning,
    send_now,
    initial="drafted",
    final=["sent", "queued"],
    inputs={"hour": int},
    states=[State("drafted", goal="Decide whether it goes out")],
)
