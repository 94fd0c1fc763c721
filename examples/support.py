"""Support of a planetarium: a model only names the topic, and each topic has its fixed chain.

    chaindsl run examples/support.py:support --model local "question=What does a ticket for a child cost?"
    python examples/support.py

It shows a router whose labels are a type, so that `check` knows every route; a fallback for answers that are no label,
with the raw answer kept in the trace; and how often that happened, read off the traces of many runs (the second command
measures it for a small model).
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from chaindsl import Budget, Complete, Record, Text, branch, chain, prompt, step

Topic = Literal["tickets", "visit", "other"]

PRICES = {"adult": 12, "child": 7, "student": 9, "family": 30}
HOURS = {"Tuesday to Friday": "10:00 to 18:00", "Saturday and Sunday": "11:00 to 20:00", "Monday": "closed"}

TOPIC = prompt(
    "topic",
    version="1",
    text="""\
Topics: tickets, visit, other

Question: How much is it for two adults?
Topic: tickets

Question: Are you open on Sunday evening?
Topic: visit

Question: I lost my umbrella in the dome.
Topic: other

Question: Do you have a ticket for students?
Topic: tickets

Question: Until when can we come in?
Topic: visit

Question: The music was too loud.
Topic: other

Question: {question}
Topic:""",
)

REPLY = prompt(
    "reply",
    version="1",
    text="""\
Facts: adult 12 euros, child 7 euros
Question: How much is it for two adults?
Reply: A ticket for an adult costs 12 euros, so two cost 24 euros.

Facts: {facts}
Question: {question}
Reply:""",
)


def first_line(text: str) -> str:
    """Return the first line that says something: a base model goes on with questions of its own."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


@step(writes="topic", prompt=TOPIC, parse=Topic, fallback="other")
def classify(question: Text, *, complete: Complete) -> str:
    """Name the topic of a question."""
    return first_line(complete(TOPIC.format(question=question)))


@step(writes="facts")
def prices() -> Text:
    """Say what tickets cost."""
    return ", ".join(f"{who} {euros} euros" for who, euros in PRICES.items())


@step(writes="facts")
def hours() -> Text:
    """Say when the planetarium is open."""
    return ", ".join(f"{days} {times}" for days, times in HOURS.items())


@step(writes="reply", prompt=REPLY)
def reply(question: Text, facts: Text, *, complete: Complete) -> Text:
    """Answer from the facts."""
    return first_line(complete(REPLY.format(question=question, facts=facts)))


@step(writes="reply")
def hand_over(question: Text) -> Text:
    """Leave the question to a person."""
    return f"A colleague will write to you about: {question}"


tickets = chain("tickets", prices, reply, inputs={"question": Text}, budget=Budget(calls=2))
visit = chain("visit", hours, reply, inputs={"question": Text}, budget=Budget(calls=2))

support = chain(
    "support",
    classify,
    branch("topic", {"tickets": tickets, "visit": visit, "other": hand_over}),
    inputs={"question": Text},
    outputs=["topic", "reply"],
    budget=Budget(seconds=120, calls=4),
)


def fallback_rate(records: Iterable[Record]) -> float:
    """Return the share of classifications that fell back, between 0 and 1; 0 without any."""
    fell_back = [record.details.fallback for record in records if record.step == "classify" and record.ok]
    return sum(fell_back) / len(fell_back) if fell_back else 0.0


def unknown_topics(records: Iterable[Record]) -> Counter[str]:
    """Count what the model said instead of a topic: what to add to the topics, or to the prompt."""
    raw = (record.details.raw for record in records if record.step == "classify" and record.details.fallback)
    return Counter(text for text in raw if text is not None)


QUESTIONS = (
    "Do children pay less?",
    "When do you open on Saturday?",
    "Is there a family ticket?",
    "Are you closed on Monday?",
    "My invoice is wrong.",
    "Can I propose to my partner under the stars?",
)

if __name__ == "__main__":
    from chaindsl.models.local import Local

    runner = support.bind(complete=Local())
    trace = [record for question in QUESTIONS for record in runner.run({"question": question}).trace]
    print(f"fell back: {fallback_rate(trace):.0%}", *unknown_topics(trace).most_common(), sep="\n")
