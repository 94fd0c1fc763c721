from typing import Literal

from chaindsl import Budget, Complete, FromActor, State, Text, transition, workflow


@transition(source="open", actor="deterministic", max_attempts=2)
def sort(letter: str, *, complete: Complete) -> Literal["urgent", "later", "spam"]:
    return complete(letter)


@transition(source="urgent", target="answered", actor="human", writes="answer")
def answer(letter: str, words: FromActor[Text]) -> str:
    return letter + words


@transition(source="later", target="open", actor="human")
def wake() -> None: ...


desk = workflow(
    "desk",
    sort,
    answer,
    wake,
    initial="open",
    final=["answered", "spam"],
    inputs={"letter": str},
    budget=Budget(calls=10),
    states=[State("urgent", goal="Answer today"), State("later", goal="Answer some day")],
)
