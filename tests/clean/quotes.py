"""Steps with shared options: a partial of the decorator, and options that are merged."""

from functools import partial

from chaindsl import Budget, Complete, Text, chain, prompt, step

FIND = prompt("find", version="1", text="The most quotable sentence:\n\n{speech}")
SHORTEN = prompt("shorten", version="1", text="In at most ten words:\n\n{sentence}")

RETRY = {"max_attempts": 3, "backoff": 0.2}
patient = partial(step, timeout=20, **RETRY)


@patient(writes="sentence", prompt=FIND)
def find(speech: Text, *, complete: Complete) -> Text:
    return complete(FIND.format(speech=speech))


@patient(writes="quote", prompt=SHORTEN, max_attempts=2)
def shorten(sentence: Text, *, complete: Complete) -> Text:
    return complete(SHORTEN.format(sentence=sentence))


def set_in_quotes(quote: Text, speaker: str) -> Text:
    return f"“{quote}” ({speaker})"


finish = step(writes="printed")(set_in_quotes)

quotes = chain(
    "quotes", find, shorten, finish, inputs={"speech": Text, "speaker": str}, budget=Budget(calls=5, seconds=110)
)
