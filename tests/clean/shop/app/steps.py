"""Steps."""

from decimal import Decimal

from chaindsl import Complete, Text, step

from .models import Basket
from .texts import DESCRIBE, RECOMMEND


@step(writes="total")
def price(basket: Basket) -> Decimal:
    return sum((item.price for item in basket), Decimal(0))


@step(writes="described", prompt=DESCRIBE)
def describe(basket: Basket, *, complete: Complete) -> Text:
    return complete(DESCRIBE.format(names=", ".join(item.name for item in basket)))


@step(writes="recommended", prompt=RECOMMEND)
def recommend(described: Text, *, complete: Complete) -> Text:
    return complete(RECOMMEND.format(described=described))
