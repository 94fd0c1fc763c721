from chaindsl import State, transition, workflow


@transition(source="new", target="asked", actor="agent")
def ask() -> None: ...


@transition(source="asked", target="waiting", actor="human")
def wait() -> None: ...


@transition(source="waiting", target="asked", actor="human")
def remind() -> None: ...


@transition(source="new", target="closed", actor="agent")
def close() -> None: ...


desk = workflow(
    "desk",
    ask,
    wait,
    remind,
    close,
    initial="new",
    final=["closed"],
    states=[State("new", goal="Answer"), State("asked", goal="Wait"), State("waiting", goal="Remind")],
)
