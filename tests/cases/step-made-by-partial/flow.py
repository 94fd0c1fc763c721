from functools import partial

from chaindsl import chain, step

once = partial(step, max_attempts=1)


@once(writes="lines")
def read(text: str) -> list[str]:
    return text.splitlines()


@once(writes="head")
def head(lines: list[str], count: int) -> list[str]:
    return lines[:count]


top = chain("top", read, head, inputs={"text": str})
