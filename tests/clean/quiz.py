"""A quiz as a machine that runs by itself: a counter, a limit, a guard on each way out."""

from typing import Annotated

from annotated_types import Ge

from chaindsl import Budget, Complete, Text, prompt, transition, workflow

ASK = prompt("ask", version="1", text="Ask a question about {topic}. Number {number}.")
JUDGE = prompt("judge", version="1", text="Question: {question}\nAnswer: {answer}\ntrue or false?")

Count = Annotated[int, Ge(0)]


@transition(source="start", target="asking", actor="deterministic", writes="number")
def begin() -> Count:
    return 0


@transition(source="asking", target="asked", actor="deterministic", writes="question", prompt=ASK, limit=5)
def ask(topic: Text, number: Count, *, complete: Complete) -> Text:
    return complete(ASK.format(topic=topic, number=number + 1))


@transition(source="asking", target="over", actor="deterministic")
def end() -> None: ...


@transition(source="asked", target="answered", actor="deterministic", writes="answer")
def answer(question: Text, *, player: object) -> Text:
    return f"{player}: {question}"


@transition(source="answered", target="judged", actor="deterministic", writes="right", parse=bool, prompt=JUDGE)
def judge(question: Text, answer: Text, *, complete: Complete) -> str:
    return complete(JUDGE.format(question=question, answer=answer))


@transition(source="judged", target="asking", actor="deterministic", writes="number", when="right")
def go_on(number: Count) -> Count:
    return number + 1


@transition(source="judged", target="over", actor="deterministic", when="not right")
def lose() -> None: ...


quiz = workflow(
    "quiz",
    begin,
    ask,
    end,
    answer,
    judge,
    go_on,
    lose,
    initial="start",
    final=["over"],
    inputs={"topic": Text},
    outputs=["number"],
    budget=Budget(calls=10),
)
