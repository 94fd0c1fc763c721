"""One entry, written once in long and once in short by the same step."""

from pydantic import BaseModel, Field

from checks import CHECKS, no_prices
from chaindsl import Budget, Complete, Text, chain, prompt, renamed, step

LONG = prompt("long", version="1", text="Describe {product} in a paragraph:\n\n{facts}")
SHORT = prompt("short", version="1", text="In ten words:\n\n{text}")
TWO = {"calls": 6}


class Product(BaseModel):
    product: Text
    facts: Text = Field(description="what is known")
    note: str = ""


@step(writes="long", prompt=LONG, validate=CHECKS)
def describe(product: Text, facts: Text, note: str = "", *, complete: Complete) -> Text:
    return complete(LONG.format(product=product, facts=f"{facts} {note}"))


@step(writes="short", prompt=SHORT, validate=no_prices)
def shorten(text: Text, *, complete: Complete) -> Text:
    return complete(SHORT.format(text=text))


flow = chain(
    "entry",
    describe,
    renamed(shorten, name="teaser", reads={"text": "long"}, writes="teaser"),
    renamed(shorten, name="label", reads={"text": "teaser"}, writes="label"),
    inputs=Product,
    outputs=["long", "teaser", "label"],
    budget=Budget(**TWO),
)
