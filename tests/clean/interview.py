"""An interview by turns: a person answers, a model asks on, at most eight times, and silence ends it."""

from chaindsl import Budget, Complete, FromActor, State, Text, prompt, transition, workflow

OPENING = prompt("opening", version="1", text="Open an interview about {subject}.")
NEXT = prompt("next-question", version="1", text="Subject: {subject}\nAsked: {question}\nSaid: {reply}\nAsk on:")
DAY = 24 * 60 * 60


@transition(source="begin", target="asked", actor="deterministic", writes="question", prompt=OPENING)
def open_interview(subject: Text, *, complete: Complete) -> Text:
    return complete(OPENING.format(subject=subject))


@transition(source="asked", target="answered", actor="human", writes="reply", limit=8)
def answer(question: Text, reply: FromActor[Text]) -> Text:
    return reply


@transition(source="asked", target="done", actor="human")
def leave() -> None:
    """End the interview here."""


@transition(source="answered", target="asked", actor="deterministic", writes="question", prompt=NEXT)
def ask_on(subject: Text, question: Text, reply: Text, *, complete: Complete) -> Text:
    return complete(NEXT.format(subject=subject, question=question, reply=reply))


interview = workflow(
    "interview",
    open_interview,
    answer,
    leave,
    ask_on,
    initial="begin",
    final=["done", "gone"],
    inputs={"subject": Text},
    outputs=["question", "reply"],
    budget=Budget(calls=9),
    states=[State("asked", goal="Answer, or leave.", timeout=DAY, on_timeout="gone")],
)
