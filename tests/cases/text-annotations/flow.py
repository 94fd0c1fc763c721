from __future__ import annotations

from chaindsl import chain, step


@step(writes="words")
def split(text: str) -> list[str]:
    return text.split()


@step(writes="count")
def count(words: int) -> int:
    return words


counting = chain("counting", split, count, inputs={"text": str})
