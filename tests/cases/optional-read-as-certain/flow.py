from chaindsl import chain, step


@step(writes="match")
def find(text: str) -> int | None:
    return text.find("x") if "x" in text else None


@step(writes="rest")
def rest(text: str, match: int) -> str:
    return text[match:]


tail = chain("tail", find, rest, inputs={"text": str})
