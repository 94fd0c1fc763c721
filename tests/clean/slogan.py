"""A slogan that is rated and written again; after four rounds the last one will have to do."""

from typing import Annotated

from pydantic import Field

from chaindsl import Budget, Complete, Len, Text, chain, prompt, repeat, step

WRITE = prompt("write", version="1", text="A slogan for {product}, in at most eight words.")
RATE = prompt("rate", version="1", text="Rate from 1 to 10:\n\n{slogan}")
BETTER = prompt("better", version="2", text="Product: {product}\nRated {score}: {slogan}\nA better slogan:")

Score = Annotated[int, Field(ge=1, le=10)]
Short = Annotated[Text, Len(1, 80)]


@step(writes="slogan", prompt=WRITE)
def write(product: Text, *, complete: Complete) -> Short:
    return complete(WRITE.format(product=product))


@step(writes="score", prompt=RATE, parse=Score, fallback=5)
def rate(slogan: Text, *, complete: Complete) -> str:
    return complete(RATE.format(slogan=slogan))


@step(writes="good")
def judge(score: int, bar: int = 8) -> bool:
    return score >= bar


@step(writes="slogan", prompt=BETTER)
def improve(product: Text, slogan: Text, score: int, *, complete: Complete) -> Short:
    return complete(BETTER.format(product=product, slogan=slogan, score=score))


slogan = chain(
    "slogan",
    write,
    repeat(rate, judge, improve, until="good", limit=4, exhausted="continue"),
    inputs={"product": Text},
    outputs=["slogan", "score"],
    budget=Budget(calls=2 + 4 * (2 + 2)),
)
