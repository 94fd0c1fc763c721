from chaindsl import step


@step(writes="total")
def count(words: list[str]) -> int:
    return len(words)
