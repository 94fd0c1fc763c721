"""A letters desk: an agent decides which chain runs next, and a person decides what is sent.

    chaindsl run examples/desk.py:desk --model local "letter=Dear desk, why is Mars red?"
    python examples/desk.py "Dear desk, why is Mars red?"

The first runs to the first decision and shows what may be done there; the second lets a small model decide.

It shows chains under decisions. When a problem outgrows one chain, the steps inside each unit of work stay fixed, and
only the order of the units is decided while it runs: look something up (three times at the most), write, pass on. What
the agent may do, with which arguments, follows from the transitions; that a person has seen every reply is a guarantee.
"""

import re
import sys
from operator import itemgetter
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel

from chaindsl import (
    Budget,
    Complete,
    FromActor,
    Run,
    State,
    Text,
    at_most,
    chain,
    decides,
    prompt,
    step,
    transition,
    workflow,
)

DOCUMENTS = Path(__file__).parent / "documents"


class LookUp(Protocol):
    """Finds the paragraph that fits a topic best."""

    def __call__(self, topic: str, /) -> str: ...


class Draft(BaseModel):
    """What a reply is written from; `remark` is what a person wants changed."""

    letter: Text
    finding: Text
    remark: str = ""


SUMMARISE = prompt(
    "summarise",
    version="1",
    text="""\
Text: In 1610 Galileo Galilei pointed a telescope at Jupiter and discovered its four largest moons, night after night.
In short: Galileo discovered four moons of Jupiter in 1610.

Text: {paragraph}
In short:""",
)

REPLY = prompt(
    "reply",
    version="1",
    text="""\
Letter: Hello, who found the moons of Jupiter?
Known: Galileo discovered four moons of Jupiter in 1610.
Reply: Thank you for your letter. Galileo discovered the four largest in 1610.

Letter: {letter}
Known: {finding} {remark}
Reply:""",
)


DECIDE = prompt(
    "decide",
    version="1",
    text="""\
Letter: Please send me two tickets for the opera.
Known: nothing
May: inquire topic, pass_on reason
Next: pass_on we sell no tickets

Letter: Hello, who found the moons of Jupiter?
Known: nothing
May: inquire topic, pass_on reason
Next: inquire moons of Jupiter

Letter: Hello, who found the moons of Jupiter?
Known: Galileo discovered four moons of Jupiter in 1610.
May: inquire topic, compose, pass_on reason
Next: compose

Letter: {letter}
Known: {known}
May: {may}
Next:""",
)


def first_line(text: str) -> str:
    """Return the first line that says something: a base model goes on with texts of its own."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


@step(writes="paragraph")
def find(topic: Text, *, look_up: LookUp) -> Text:
    """Find the paragraph that fits the topic best."""
    return look_up(topic)


@step(writes="finding", prompt=SUMMARISE)
def summarise(paragraph: Text, *, complete: Complete) -> Text:
    """Say in one sentence what the paragraph says."""
    return first_line(complete(SUMMARISE.format(paragraph=paragraph)))


@step(writes="reply", prompt=REPLY)
def write(letter: Text, finding: Text, remark: str = "", *, complete: Complete) -> Text:
    """Write a reply from what was found."""
    return first_line(complete(REPLY.format(letter=letter, finding=finding, remark=remark)))


research = chain("research", find, summarise, inputs={"topic": Text}, outputs=["finding"], budget=Budget(calls=2))
answer = chain("answer", write, inputs=Draft, outputs=["reply"], budget=Budget(calls=2))


@transition(source=("open", "informed"), target="informed", runs=research, limit=3, title="Look something up")
def inquire(topic: FromActor[Text]) -> None:
    """Find out about a topic; what was found before is replaced."""


@transition(source="informed", target="written", runs=answer, limit=3, title="Write the reply")
def compose(letter: Text, finding: Text, remark: str = "") -> None:
    """Write a reply from the last finding."""


@transition(source=("open", "informed"), target="passed_on", writes="reason", title="Pass the letter on")
def pass_on(reason: FromActor[Text]) -> Text:
    """Leave the letter to somebody else."""
    return reason


@transition(source="written", target="approved", actor="human", title="Approve the reply")
def approve(reply: Text) -> None:
    """Let the reply go out."""


@transition(source="written", target="informed", actor="human", writes="remark", limit=2, title="Send it back")
def send_back(remark: FromActor[Text]) -> Text:
    """Have the reply written again, with a remark."""
    return remark


desk = workflow(
    "desk",
    inquire,
    compose,
    pass_on,
    approve,
    send_back,
    initial="open",
    final=["approved", "passed_on"],
    inputs={"letter": Text},
    outputs=["reply", "reason"],
    budget=Budget(seconds=600, calls=12),
    states=[
        State("open", goal="Answer the letter.", guidance="Name one topic to look up; pass on what is not astronomy."),
        State("informed", goal="Answer the letter.", guidance="Write once the finding answers it, else look up more."),
        State("written", goal="Check the reply.", guidance="Approve what is true and polite, or say what to change."),
    ],
    always=[decides("human", before="approved"), at_most("inquire", 3)],
)


def words(text: str) -> set[str]:
    """Return the words of a text that tell it from others."""
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 3}


def look_up(topic: str, /) -> str:
    """Find the paragraph that shares most words with the topic; those in its document's title count twice."""
    found: list[tuple[int, str]] = []
    for path in sorted(DOCUMENTS.glob("*.md")):
        title, *paragraphs = path.read_text(encoding="utf-8").split("\n\n")
        for paragraph in paragraphs:
            shared = len(words(title) & words(topic)) + len(words(paragraph) & words(topic))
            found.append((shared, " ".join(paragraph.split())))
    return max(found, key=itemgetter(0))[1]


# What `chaindsl run` binds by default, beside the model that `--model` names.
TOOLS = {"look_up": look_up}


def decide(run: Run, complete: Complete) -> tuple[str, dict[str, str]]:
    """Have a model choose one of the links that a run offers; what it can't name is passed on."""
    wanted = {link.transition: list(link.schema["properties"]) for link in run.links}
    may = ", ".join(" ".join([name, *arguments]) for name, arguments in wanted.items())
    known = run.values.get("finding", "nothing")
    said = first_line(complete(DECIDE.format(letter=run["letter"], known=known, may=may)))
    name, _, rest = said.partition(" ")
    if name not in wanted or bool(wanted[name]) != bool(rest):
        return "pass_on", {"reason": f"the agent said: {said}"}
    return name, dict.fromkeys(wanted[name], rest)


def work(letter: str, complete: Complete) -> Run:
    """Let an agent decide until it has passed the letter on, or a person has to look at the reply."""
    runner = desk.bind(complete=complete, **TOOLS)
    run = runner.run({"letter": letter})
    while any(link.actor == "agent" for link in run.links):
        run = runner.submit(run, *decide(run, complete))
    return run


if __name__ == "__main__":
    from chaindsl.models.local import Local

    done = work(sys.argv[1], Local())
    print(done, *(f"{key}: {value}" for key, value in done.values.items()), sep="\n")
