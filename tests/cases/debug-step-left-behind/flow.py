from chaindsl import chain, step


@step(writes="words")
def split(text: str) -> list[str]:
    return text.split()


@step(writes="debug")
def dump(words: list[str]) -> str:
    return repr(words)


@step(writes="count")
def count(words: list[str]) -> int:
    return len(words)


counting = chain("counting", split, dump, count, inputs={"text": str})
