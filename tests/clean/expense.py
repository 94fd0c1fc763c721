"""An expense claim: small ones pass by themselves, large ones wait for a person, and nothing is paid twice."""

from pydantic import BaseModel, Field

from chaindsl import FromActor, IdempotencyKey, State, Text, at_most, never, transition, workflow


class Claim(BaseModel):
    employee: str
    amount: float = Field(gt=0)
    receipts: list[str]


@transition(source="submitted", target="incomplete", actor="deterministic", when="len(receipts) == 0")
def ask_for_receipts() -> None:
    """Without a receipt nothing is paid."""


@transition(source="submitted", target="approved", actor="deterministic", when="amount < 100")
def approve_small() -> None:
    """Small amounts need nobody."""


@transition(source="submitted", target="in_review", actor="deterministic")
def send_to_manager() -> None:
    """All others do."""


@transition(source="in_review", target="approved", actor="human")
def approve(amount: float, employee: str) -> None:
    """Approve the claim."""


@transition(source="in_review", target="refused", actor="human", writes="reason")
def refuse(reason: FromActor[Text]) -> Text:
    return reason


@transition(source="approved", target="paid", actor="deterministic", writes="payment", effect=True, max_attempts=3)
def pay(employee: str, amount: float, *, bank: object, key: IdempotencyKey) -> str:
    return f"{bank} {key}: {employee} gets {amount}"


expense = workflow(
    "expense",
    ask_for_receipts,
    approve_small,
    send_to_manager,
    approve,
    refuse,
    pay,
    initial="submitted",
    final=["incomplete", "refused", "paid"],
    inputs=Claim,
    outputs=["payment", "reason"],
    states=[State("in_review", goal="Decide on the claim.", guidance="Compare the receipts with the amount.")],
    always=[at_most("pay", 1), never("pay", after="refused")],
)
