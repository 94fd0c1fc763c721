from enum import StrEnum

from chaindsl import transition, workflow


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


@transition(source="asked", target="posted", actor="deterministic", when="size == 'small'")
def post() -> None: ...


@transition(source="asked", target="freighted", actor="deterministic", when="size == 'large'")
def freight() -> None: ...


sending = workflow(
    "sending", post, freight, initial="asked", final=["posted", "freighted"], inputs={"size": Size}
)
