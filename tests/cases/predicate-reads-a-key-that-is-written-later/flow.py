from chaindsl import transition, workflow


def is_large(total: float) -> bool:
    return total > 1000


@transition(source="cart", target="review", actor="deterministic", when=is_large)
def hold() -> None: ...


@transition(source="cart", target="priced", actor="deterministic", writes="total")
def price(items: list[float]) -> float:
    return sum(items)


shop = workflow(
    "shop", hold, price, initial="cart", final=["review", "priced"], inputs={"items": list[float]}
)
