from chaindsl import transition, workflow


@transition(source="new", target="done", actor="deterministic")
def close() -> None: ...


ticket = workflow("ticket", close, initial="start", final=["done"])
