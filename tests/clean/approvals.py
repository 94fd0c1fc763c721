"""Four eyes: two people, in an order that is guaranteed, and an agent that only prepares."""

from chaindsl import Budget, Complete, FromActor, State, Text, at_most, decides, never, passes, prompt
from chaindsl import transition, workflow

PREPARE = prompt("prepare", version="1", text="Sum the contract up for a signature:\n\n{contract}")


@transition(source="drafted", target="prepared", actor="agent", writes="summary", prompt=PREPARE, name="prepare")
def prepare_summary(contract: Text, *, complete: Complete) -> Text:
    return complete(PREPARE.format(contract=contract))


@transition(source="prepared", target="signed_once", actor="human", name="sign_first", writes="first")
def first_signature(summary: Text, person: FromActor[Text]) -> Text:
    return person


@transition(source="signed_once", target="signed", actor="human", name="sign_second", writes="second")
def second_signature(first: Text, summary: Text, person: FromActor[Text]) -> Text:
    return person


@transition(source=("prepared", "signed_once"), target="withdrawn", actor="human")
def withdraw() -> None: ...


approvals = workflow(
    "approvals",
    prepare_summary,
    first_signature,
    second_signature,
    withdraw,
    initial="drafted",
    final=["signed", "withdrawn"],
    inputs={"contract": Text},
    outputs=["summary", "first", "second"],
    budget=Budget(calls=1),
    states=[
        State("drafted", goal="Prepare it."),
        State("prepared", goal="Sign, or withdraw it.", guidance="Read the contract, not only the summary."),
        State("signed_once", goal="Sign as somebody else.", guidance="Not who signed first."),
    ],
    always=[
        passes("sign_first", before="sign_second"),
        passes("prepare", before="signed"),
        decides("human", before="withdrawn"),
        at_most("sign_second", 1),
        never("sign_first", after="signed"),
    ],
)
