import random

from chaindsl import transition, workflow


def sampled(order: str) -> bool:
    return bool(order) and random.random() < 0.1


@transition(source="packed", target="inspected", actor="deterministic", when=sampled)
def inspect() -> None: ...


@transition(source="packed", target="shipped", actor="deterministic")
def ship() -> None: ...


parcel = workflow(
    "parcel", inspect, ship, initial="packed", final=["inspected", "shipped"], inputs={"order": str}
)
