from chaindsl import FromActor, State, chain, step, transition, workflow


@step(writes="answer")
def answer(question: str, context: str) -> str:
    return question + context


qa = chain("qa", answer, inputs={"question": str, "context": str}, outputs=["answer"])


@transition(source="open", target="done", actor="agent", runs=qa)
def ask(question: FromActor[str]) -> None:
    """Ask a question."""


desk = workflow(
    "desk", ask, initial="open", final=["done"], outputs=["answer"], states=[State("open", goal="Find the answer")]
)
