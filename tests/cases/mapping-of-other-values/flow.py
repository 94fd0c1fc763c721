from collections.abc import Mapping

from chaindsl import chain, step


@step(writes="prices")
def prices(text: str) -> dict[str, str]:
    return {text: "9.99"}


@step(writes="total")
def total(prices: Mapping[str, float]) -> float:
    return sum(prices.values())


cart = chain("cart", prices, total, inputs={"text": str})
