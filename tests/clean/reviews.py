"""Map and reduce over product reviews, asynchronously, with a cap in the type of the list and none on the step."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, TypedDict

from chaindsl import AsyncComplete, Budget, Len, Text, chain, prompt, step

MOOD = prompt("mood", version="1", text="good, mixed or bad?\n\n{review}")
VERDICT = prompt("verdict", version="1", text="{good} good, {mixed} mixed, {bad} bad. One sentence:")

Mood = Literal["good", "mixed", "bad"]
Reviews = Annotated[list[str], Len(max_length=50)]


class Tally(TypedDict):
    good: int
    mixed: int
    bad: int


class Verdict(NamedTuple):
    text: str
    reviews: int


@step(writes="cleaned")
async def clean(reviews: Reviews) -> Reviews:
    await asyncio.sleep(0)
    return [" ".join(review.split()) for review in reviews][:50]


@step(writes="moods", prompt=MOOD, each="cleaned", workers=10, parse=Mood, fallback="mixed")
async def feel(review: str, *, complete: AsyncComplete) -> str:
    return await complete(MOOD.format(review=review))


@step(writes="tally")
def count(moods: Sequence[Mood]) -> Tally:
    return {"good": moods.count("good"), "mixed": moods.count("mixed"), "bad": moods.count("bad")}


@step(writes="sentence", prompt=VERDICT)
async def phrase(tally: Tally, *, complete: AsyncComplete) -> Text:
    return await complete(VERDICT.format(**tally))


@step(writes="verdict")
def conclude(sentence: Text, moods: list[Mood]) -> Verdict:
    return Verdict(sentence, len(moods))


reviews = chain(
    "reviews",
    clean,
    feel,
    count,
    phrase,
    conclude,
    inputs={"reviews": Reviews},
    outputs=["verdict", "tally"],
    budget=Budget(calls=102),
)
