from chaindsl import transition, workflow


@transition(source="sent", target="long", actor="deterministic", when=lambda text: len(text) > 80)
def mark() -> None: ...


@transition(source="sent", target="short", actor="deterministic")
def leave() -> None: ...


sorting = workflow("sorting", mark, leave, initial="sent", final=["long", "short"], inputs={"text": str})
