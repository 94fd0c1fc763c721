from chaindsl import chain, step


def build():
    @step(writes="words")
    def split(text: str) -> list[str]:
        return text.split()

    @step(writes="found")
    def search(words: list[str], needle: str) -> bool:
        return needle in words

    return chain("search", split, search, inputs={"text": str})


flow = build()
