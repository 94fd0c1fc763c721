from enum import StrEnum

from chaindsl import branch, chain, step


class Lane(StrEnum):
    FAST = "fast"
    SLOW = "slow"


@step(writes="lane")
def choose(size: int) -> Lane:
    return Lane.FAST if size < 10 else Lane.SLOW


@step(writes="result")
def quick(size: int) -> int:
    return size


@step(writes="result")
def thorough(size: int) -> int:
    return size * 2


job = chain(
    "job",
    choose,
    branch("lane", {"fast": quick, "slow": thorough, "medium": thorough}),
    inputs={"size": int},
)
