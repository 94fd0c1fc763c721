from chaindsl import chain, step


@step(writes="text")
def clean(text: str) -> str:
    return text.strip()


@step(writes="words")
def split(text: str) -> list[str]:
    return text.split()


@step(writes="count")
def measure(text: str) -> int:
    return len(text)


wording = chain("wording", clean, split, inputs={"text": str})
measuring = chain("measuring", clean, measure, inputs={"text": str})
