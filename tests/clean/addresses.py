"""No model at all: addresses are cleaned, with optional reads, a validator, and a loop that ends by itself."""

import re
from typing import TypedDict

from chaindsl import Text, chain, repeat, step


class Address(TypedDict):
    street: str
    city: str
    code: str


def has_a_code(address: Address) -> None:
    if not re.fullmatch(r"\d{5}", address["code"]):
        raise ValueError(f"{address['code']!r} is no postal code")


@step(writes="line", max_attempts=1)
def first_pass(raw: Text, country: str = "DE") -> str:
    return raw.removesuffix(country).strip(" ,")


@step(writes="shorter", max_attempts=1)
def squeeze(line: str) -> str:
    return line.replace("  ", " ")


@step(writes="stable", max_attempts=1)
def compare(line: str, shorter: str) -> bool:
    return line == shorter


@step(writes="line", max_attempts=1)
def go_on(shorter: str) -> str:
    return shorter


@step(writes="address", validate=[has_a_code], max_attempts=1)
def split(line: str) -> Address:
    street, _, rest = line.partition(",")
    code, _, city = rest.strip().partition(" ")
    return {"street": street, "city": city, "code": code}


addresses = chain(
    "addresses",
    first_pass,
    repeat(squeeze, compare, go_on, until="stable", limit=10),
    split,
    inputs={"raw": Text},
    outputs=["address"],
)
