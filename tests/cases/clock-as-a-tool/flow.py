from collections.abc import Callable
from datetime import datetime

from chaindsl import chain, step


@step(writes="stamped")
def stamp(text: str, *, now: Callable[[], datetime]) -> str:
    return f"{now():%Y-%m-%d}: {text}"


journal = chain("journal", stamp, inputs={"text": str})
