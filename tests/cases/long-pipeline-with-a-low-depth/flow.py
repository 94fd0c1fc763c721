from chaindsl import transition, workflow


@transition(source="a", target="b", actor="deterministic")
def fetch() -> None: ...


@transition(source="b", target="c", actor="deterministic")
def unpack() -> None: ...


@transition(source="c", target="d", actor="deterministic")
def index() -> None: ...


@transition(source="d", target="e", actor="deterministic")
def publish() -> None: ...


nightly = workflow(
    "nightly", fetch, unpack, index, publish, initial="a", final=["e"], max_chain_depth=3
)
