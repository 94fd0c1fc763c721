from chaindsl import State, transition, workflow


@transition(source="drafted", target="sent", actor="agent")
def send_now() -> None:
    """Send it if it is fine."""


@transition(source="drafted", target="queued", actor="deterministic")
def queue() -> None: ...


@transition(source="drafted", target="dropped", actor="agent")
def drop() -> None:
    """Drop it if it is not."""


mail = workflow(
    "mail",
    send_now,
    queue,
    drop,
    initial="drafted",
    final=["sent", "queued", "dropped"],
    states=[State("drafted", goal="Decide what becomes of the draft")],
)
