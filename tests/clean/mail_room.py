"""A mail room: an agent opens letters with chains of work, a person signs what leaves."""

from chaindsl import Budget, Complete, FromActor, State, Text, chain, decides, prompt, step, transition, workflow

FACTS = prompt("facts", version="1", text="What does the sender want to know?\n\n{letter}")
DRAFT = prompt("draft", version="3", text="Answer {facts} about {matter}. {wish}")


@step(writes="facts", prompt=FACTS)
def read_letter(letter: Text, *, complete: Complete) -> Text:
    return complete(FACTS.format(letter=letter))


@step(writes="draft", prompt=DRAFT)
def write_draft(facts: Text, matter: Text, wish: str = "", *, complete: Complete) -> Text:
    return complete(DRAFT.format(facts=facts, matter=matter, wish=wish))


reading = chain("reading", read_letter, inputs={"letter": Text}, budget=Budget(calls=2))
writing = chain(
    "writing", write_draft, inputs={"facts": Text, "matter": Text}, outputs=["draft"], budget=Budget(calls=2)
)


@transition(source="arrived", target="open", actor="deterministic", runs=reading)
def open_letter(letter: Text) -> None: ...


@transition(source="open", target="signing", runs=writing, limit=2, title="Write a draft")
def write(facts: Text, matter: FromActor[Text]) -> None: ...


@transition(source="open", target="thrown_away", title="Throw it away")
def throw_away() -> None:
    """It is an advertisement."""


@transition(source="signing", target="sent", actor="human")
def sign(draft: Text) -> None:
    """Sign and send it."""


@transition(source="signing", target="open", actor="human", limit=1)
def back() -> None:
    """Have it written again."""


mail_room = workflow(
    "mail-room",
    open_letter,
    write,
    throw_away,
    sign,
    back,
    initial="arrived",
    final=["sent", "thrown_away"],
    inputs={"letter": Text},
    outputs=["draft"],
    budget=Budget(calls=6),
    states=[
        State("open", goal="See that letters get an answer.", guidance="Name the matter in three words."),
        State("signing", goal="Sign only what is right."),
    ],
    always=[decides("human", before="sent")],
)
