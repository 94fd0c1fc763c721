"""A credit decision: scores are compared in guards that cover every case, and the model writes only the letter."""

from typing import Annotated, Literal

from pydantic import Field

from chaindsl import Budget, Complete, Text, passes, prompt, transition, workflow

LETTER = prompt("letter", version="1", text="Write to {name} that the answer is {decision}.")

Score = Annotated[int, Field(ge=0, le=100)]


@transition(source="applied", target="scored", actor="deterministic", writes="score")
def score(income: int, debts: int) -> Score:
    return max(0, min(100, 50 + (income - debts) // 1000))


@transition(source="scored", target="granted", actor="deterministic", when="score >= 80 and not flagged")
def grant() -> None: ...


@transition(source="scored", target="declined", actor="deterministic", when="score < 30 or flagged")
def decline() -> None: ...


@transition(source="scored", target="declined", actor="deterministic", when="30 <= score < 80", limit=1)
def decline_for_now() -> None: ...


@transition(source="scored", target="declined", actor="deterministic")
def decline_all_others() -> None: ...


@transition(source="granted", target="told", actor="deterministic", writes="decision")
def say_yes() -> Literal["yes", "no"]:
    return "yes"


@transition(source="declined", target="told", actor="deterministic", writes="decision")
def say_no() -> Literal["yes", "no"]:
    return "no"


@transition(source="told", target="done", actor="deterministic", writes="letter", prompt=LETTER, max_attempts=2)
def write(name: str, decision: Literal["yes", "no"], *, complete: Complete) -> Text:
    return complete(LETTER.format(name=name, decision=decision))


credit = workflow(
    "credit",
    score,
    grant,
    decline,
    decline_for_now,
    decline_all_others,
    say_yes,
    say_no,
    write,
    initial="applied",
    final=["done"],
    inputs={"income": int, "debts": int, "flagged": bool, "name": str},
    outputs=["letter"],
    budget=Budget(calls=2),
    max_chain_depth=5,
    always=[passes("score", before="done")],
)
