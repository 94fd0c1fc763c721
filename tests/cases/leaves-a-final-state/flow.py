from chaindsl import transition, workflow


@transition(source="open", target="closed", actor="deterministic")
def close() -> None: ...


@transition(source="closed", target="open", actor="human")
def reopen() -> None: ...


issue = workflow("issue", close, reopen, initial="open", final=["closed"])
