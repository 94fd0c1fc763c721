from chaindsl import chain, step


@step(writes="words")
def split(text: str) -> list[str]:
    return text.split()


@step(writes="count")
def count(words: list[str]) -> int:
    return len(words)


@step(writes="report")
def report(count: int, words: list[str]) -> str:
    return f"{count}: {words}"


inner = chain("inner", split, count, inputs={"text": str})
outer = chain("outer", inner, report, inputs={"text": str})
