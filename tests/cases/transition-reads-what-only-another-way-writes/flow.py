from chaindsl import transition, workflow


@transition(source="asked", target="priced", actor="deterministic", when="known", writes="price")
def look_up(item: str) -> int:
    return len(item)


@transition(source="asked", target="priced", actor="deterministic")
def guess() -> None: ...


@transition(source="priced", target="sold", actor="deterministic", writes="bill")
def sell(price: int) -> str:
    return str(price)


shop = workflow(
    "shop", look_up, guess, sell, initial="asked", final=["sold"], inputs={"item": str, "known": bool}, outputs=["bill"]
)
