"""A story: chapters are planned with a cap, each written and smoothed by a chain of its own with a loop in a branch."""

from typing import Literal

from chaindsl import Budget, Complete, Text, branch, chain, prompt, repeat, step

GENRE = prompt("genre", version="1", text="crime, love or other?\n\n{idea}")
PLOT = prompt("plot", version="1", text="A plot for: {idea}")
CLUE = prompt("clue", version="1", text="Add a clue to: {plot}")
FAIR = prompt("fair", version="1", text="Can the reader solve it? yes or no\n\n{plot}")
STORY = prompt("story", version="1", text="Tell it: {plot}")


@step(writes="genre", prompt=GENRE, parse=Literal["crime", "love", "other"], fallback="other")
def name_genre(idea: Text, *, complete: Complete) -> str:
    return complete(GENRE.format(idea=idea))


@step(writes="plot", prompt=PLOT)
def invent(idea: Text, *, complete: Complete) -> Text:
    return complete(PLOT.format(idea=idea))


@step(writes="plot", prompt=CLUE)
def add_clue(plot: Text, *, complete: Complete) -> Text:
    return complete(CLUE.format(plot=plot))


@step(writes="verdict", prompt=FAIR, parse=Literal["yes", "no"], fallback="yes")
def ask_reader(plot: Text, *, complete: Complete) -> str:
    return complete(FAIR.format(plot=plot))


@step(writes="fair")
def is_fair(verdict: Literal["yes", "no"]) -> bool:
    return verdict == "yes"


@step(writes="story", prompt=STORY)
def tell(plot: Text, *, complete: Complete) -> Text:
    return complete(STORY.format(plot=plot))


clues = repeat(add_clue, ask_reader, is_fair, until="fair", limit=3, exhausted="continue")
story = chain(
    "story",
    name_genre,
    invent,
    branch("genre", {"crime": clues, "love": None, "other": ()}),
    tell,
    inputs={"idea": Text},
    outputs=["story"],
    budget=Budget(calls=6 + 3 * 4),
)
