"""A shop: the chain here, its steps, types and prompts behind the door of a package."""

from app import Basket, describe, price, recommend
from chaindsl import Budget, chain, parallel

flow = chain(
    "shop",
    parallel(price, describe),
    recommend,
    inputs={"basket": Basket},
    outputs=["total", "recommended"],
    budget=Budget(calls=4),
)
