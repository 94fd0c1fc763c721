from chaindsl import transition, workflow


@transition(source="received", target="reading", actor="deterministic")
def receive() -> None: ...


@transition(source="reading", target="answered", actor="agent")
def answer() -> None:
    """Answer it."""


@transition(source="reading", target="ignored", actor="agent")
def ignore() -> None:
    """It needs no answer."""


inbox = workflow("inbox", receive, answer, ignore, initial="received", final=["answered", "ignored"])
