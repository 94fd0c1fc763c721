"""Where options hold: an output that is an input, a tuple of keys, unions, optional values, defaults."""

from typing import Literal, Optional, Union

from chaindsl import Budget, Complete, Text, branch, chain, prompt, step

Unit = Literal["C", "F"]
Reading = Union[int, float]

SAY = prompt("say", version="1", text="Say in one sentence that it is {degrees} degrees in {place}.")


@step(writes="degrees")
def measure(place: str, *, station: object) -> Optional[Reading]:
    return len(f"{place}{station}")


@step(writes="known")
def is_known(degrees: Optional[Reading]) -> bool:
    return degrees is not None


@step(writes="degrees")
def convert(degrees: int | float | None, unit: Unit = "C") -> Reading:
    return (degrees or 0) if unit == "C" else (degrees or 0) * 9 / 5 + 32


@step(writes="sentence", prompt=SAY)
def say(place: str, degrees: Reading, *, complete: Complete) -> Text:
    return complete(SAY.format(place=place, degrees=degrees))


@step(writes="sentence")
def shrug(place: str) -> Text:
    return f"Nobody knows how warm it is in {place}."


weather = chain(
    "weather",
    measure,
    is_known,
    branch("known", {True: [convert, say]}, otherwise=shrug),
    inputs={"place": str},
    outputs=("place", "sentence"),
    budget=Budget(calls=2),
)
