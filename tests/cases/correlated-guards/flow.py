"""The same guard decides twice, and nothing in between changes what it reads."""

from chaindsl import transition, workflow


@transition(source="asked", target="ready", actor="deterministic", when="express", writes="courier")
def book(address: str) -> str:
    return address


@transition(source="asked", target="ready", actor="deterministic")
def queue() -> None: ...


@transition(source="ready", target="sent", actor="deterministic", when="express", writes="note")
def send_fast(courier: str) -> str:
    return courier


@transition(source="ready", target="sent", actor="deterministic", writes="note")
def send(address: str) -> str:
    return address


post = workflow(
    "post",
    book,
    queue,
    send_fast,
    send,
    initial="asked",
    final=["sent"],
    inputs={"address": str, "express": bool},
    outputs=["note"],
)
