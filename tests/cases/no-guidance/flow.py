from chaindsl import State, transition, workflow


@transition(source="ready", target="deployed", actor="agent")
def deploy() -> None: ...


@transition(source=("ready", "held"), target="held", actor="human")
def hold() -> None: ...


@transition(source="held", target="ready", actor="human")
def release() -> None: ...


flow = workflow(
    "flow", deploy, hold, release, initial="ready", final=["deployed"], states=[State("held"), State("ready", goal="Ship")]
)
