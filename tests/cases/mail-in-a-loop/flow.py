from chaindsl import chain, repeat, step


@step(writes="sent", effect=True, max_attempts=1)
def remind(address: str) -> str:
    return address


@step(writes="answered")
def look(sent: str) -> bool:
    return bool(sent)


@step(writes="note")
def note(answered: bool) -> str:
    return str(answered)


reminder = chain(
    "reminder", repeat(remind, look, until="answered", limit=3, exhausted="continue"), note, inputs={"address": str}
)
