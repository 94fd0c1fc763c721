from chaindsl import passes, transition, workflow


@transition(source="open", target="scanned", actor="deterministic")
def virus_scan() -> None: ...


@transition(source="scanned", target="stored", actor="deterministic")
def store() -> None: ...


upload = workflow(
    "upload",
    virus_scan,
    store,
    initial="open",
    final=["stored"],
    always=[passes("virusscan", before="stored")],
)
