from chaindsl import State, at_most, decides, never, passes, transition, workflow


@transition(source="built", target="tested", actor="deterministic", when="careful")
def test() -> None: ...


@transition(source="built", target="ready", actor="deterministic")
def skip() -> None: ...


@transition(source="tested", target="ready", actor="deterministic")
def go_on() -> None: ...


@transition(source="ready", target="deployed", actor="agent")
def deploy() -> None: ...


@transition(source="ready", target="built", actor="human")
def rebuild() -> None: ...


release = workflow(
    "release",
    test,
    skip,
    go_on,
    deploy,
    rebuild,
    initial="built",
    final=["deployed"],
    inputs={"careful": bool},
    states=[State("ready", goal="Deploy or build again")],
    always=[
        passes("test", before="deployed"),
        decides("human", before="deployed"),
        decides("agent", before="deployed"),
        at_most("rebuild", 3),
        at_most("deploy", 1),
        never("rebuild", after="deployed"),
        never("test", after="rebuild"),
    ],
)
