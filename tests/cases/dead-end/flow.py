from chaindsl import State, transition, workflow


@transition(source="new", target="answered", actor="human")
def answer() -> None: ...


@transition(source="new", target="parked", actor="human")
def park() -> None: ...


desk = workflow(
    "desk",
    answer,
    park,
    initial="new",
    final=["answered"],
    states=[State("new", goal="Answer it"), State("parked", guidance="Nothing to do")],
)
