"""Reads an invoice into a model, checks that it adds up, and books it under an account that a model names."""

from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated

from annotated_types import Ge
from pydantic import BaseModel, Field

from chaindsl import Budget, Complete, Feedback, Len, Text, branch, chain, prompt, step


class Account(Enum):
    TRAVEL = "travel"
    OFFICE = "office"
    SOFTWARE = "software"
    UNCLEAR = "unclear"


class Line(BaseModel):
    text: str
    amount: Annotated[Decimal, Ge(0)]


class Invoice(BaseModel):
    supplier: str = Field(min_length=1)
    issued: date
    lines: Annotated[list[Line], Len(1, 200)]
    total: Decimal


EXTRACT = prompt("extract", version="5", text="Return the invoice as JSON.{hint}\n\n{document}")
ACCOUNT = prompt("account", version="2", text="One of travel, office, software, unclear.\n\nSupplier: {supplier}")


def adds_up(invoice: Invoice) -> None:
    total = sum((line.amount for line in invoice.lines), Decimal(0))
    if total != invoice.total:
        raise ValueError(f"the lines add up to {total}, not to {invoice.total}")


@step(writes="invoice", prompt=EXTRACT, parse=Invoice, validate=adds_up, max_attempts=3)
def extract(document: Text, *, complete: Complete, feedback: Feedback) -> str:
    hint = f" The last try was wrong: {feedback}" if feedback else ""
    return complete(EXTRACT.format(document=document, hint=hint))


@step(writes="account", prompt=ACCOUNT, parse=Account, fallback=Account.UNCLEAR)
def choose_account(invoice: Invoice, *, complete: Complete) -> str:
    return complete(ACCOUNT.format(supplier=invoice.supplier))


@step(writes="booking")
def book(invoice: Invoice, account: Account) -> str:
    return f"{invoice.issued:%Y-%m-%d} {account.value} {invoice.total}"


@step(writes="booking")
def set_aside(invoice: Invoice) -> str:
    return f"ask {invoice.supplier}"


invoices = chain(
    "invoices",
    extract,
    choose_account,
    branch("account", {Account.UNCLEAR: set_aside}, otherwise=book),
    inputs={"document": Text},
    outputs=["invoice", "booking"],
    budget=Budget(calls=5),
)
