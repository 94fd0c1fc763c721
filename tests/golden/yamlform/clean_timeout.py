"""Workflows of clean_timeout.yaml, imported."""

from typing import Annotated

from chaindsl import FromActor, Len, State, transition, workflow


@transition(source="a", target="z", writes="answer")
def answer(text: FromActor[Annotated[str, Len(1)]]) -> Annotated[str, Len(1)]:
    return text


w = workflow(
    "w",
    answer,
    initial="a",
    final=["late", "z"],
    states=[
        State("a", guidance="Answer within a minute.", timeout=60, on_timeout="late"),
    ],
)
