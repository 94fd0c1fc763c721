from chaindsl import Budget, Complete, Text, branch, chain, step


@step(writes="route")
def classify(question: Text, *, complete: Complete) -> Text:
    return complete(f"billing or tech? {question}")


@step(writes="answer")
def billing(question: str) -> str:
    return question


@step(writes="answer")
def tech(question: str) -> str:
    return question


support = chain(
    "support",
    classify,
    branch("route", {"billing": billing, "tech": tech}),
    inputs={"question": Text},
    outputs=["answer"],
    budget=Budget(calls=2),
)
