from chaindsl import chain, step


@step(writes="words")
def split(text: str) -> list[str]:
    return text.split()


@step(writes="found")
def search(words: list[str], needle: str) -> bool:
    return needle in words


class Service:
    flow = chain("service", split, search, inputs={"text": str})

    def ask(self, text: str) -> bool:
        return self.flow.run({"text": text}).get("found", bool)
