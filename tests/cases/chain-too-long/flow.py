from chaindsl import transition, workflow


@transition(source="a", target="b", actor="deterministic")
def first() -> None: ...


@transition(source="b", target="c", actor="deterministic")
def second() -> None: ...


@transition(source="c", target="d", actor="deterministic")
def third() -> None: ...


row = workflow("row", first, second, third, initial="a", final=["d"], max_chain_depth=2)
