from datetime import datetime

from chaindsl import chain, step


@step(writes="stamped")
def stamp(text: str) -> str:
    return f"{datetime.now():%Y-%m-%d}: {text}"


journal = chain("journal", stamp, inputs={"text": str})
