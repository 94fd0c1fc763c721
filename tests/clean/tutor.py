"""A tutor: exercises are made, solved beside each other, marked, and those that are wrong explained."""

from dataclasses import dataclass, field
from typing import Annotated

from chaindsl import Budget, Complete, Len, Text, chain, prompt, step


@dataclass
class Exercise:
    question: str
    solution: int
    hints: list[str] = field(default_factory=list)


MAKE = prompt("make", version="1", text="Three exercises about {subject}, as a JSON list of question and solution.")
EXPLAIN = prompt("explain", version="1", text="Explain how to solve this: {question}")


def three(exercises: list[Exercise]) -> None:
    if len(exercises) != 3:
        raise ValueError(f"that are {len(exercises)} and not three")


@step(writes="exercises", prompt=MAKE, parse=Annotated[list[Exercise], Len(3, 3)], validate=three)
def make(subject: Text, *, complete: Complete) -> str:
    return complete(MAKE.format(subject=subject))


@step(writes="wrong")
def mark(exercises: list[Exercise], given: list[int]) -> Annotated[list[Exercise], Len(0, 3)]:
    return [exercise for exercise, answer in zip(exercises, given, strict=False) if exercise.solution != answer]


@step(writes="explanations", prompt=EXPLAIN, each="wrong")
def explain(exercise: Exercise, *, complete: Complete) -> Text:
    return complete(EXPLAIN.format(question=exercise.question))


@step(writes="sheet")
def lay_out(wrong: list[Exercise], explanations: list[str]) -> str:
    return "\n\n".join(f"{e.question}\n{text}" for e, text in zip(wrong, explanations, strict=False))


tutor = chain(
    "tutor", make, mark, explain, lay_out, inputs={"subject": Text, "given": list[int]}, budget=Budget(calls=8)
)
