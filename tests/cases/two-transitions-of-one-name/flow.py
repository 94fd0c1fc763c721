from chaindsl import State, transition, workflow


@transition(source="a", target="b", actor="human", name="go")
def first() -> None: ...


@transition(source="b", target="c", actor="human", name="go")
def second() -> None: ...


flow = workflow(
    "flow",
    first,
    second,
    initial="a",
    final=["c"],
    states=[State("a", goal="Go"), State("b", goal="Go"), State("b", goal="Go on")],
)
