from chaindsl import chain, step

REGISTRY = {}


def register(function):
    REGISTRY[function.__name__] = function
    return function


@register
@step(writes="words")
def split(text: str) -> list[str]:
    return text.split()


@register
@step(writes="count")
def count(words: list[str]) -> int:
    return len(words)


counting = chain("counting", *REGISTRY.values(), inputs={"text": str})
