from chaindsl import transition, workflow


@transition(source="sent", target="scored", actor="deterministic", writes="score")
def score(text: str) -> int:
    return len(text)


@transition(source="scored", target="accepted", actor="deterministic", when="urgent")
def accept() -> None: ...


@transition(source="scored", target="queued", actor="deterministic")
def queue() -> None: ...


triage = workflow(
    "triage",
    score,
    accept,
    queue,
    initial="sent",
    final=["accepted", "queued"],
    inputs={"text": str, "urgent": bool},
    outputs=[],
)
