from chaindsl import chain, step


def make(language: str):
    @step(writes="greeting")
    def greet(name: str) -> str:
        return f"{language}: {name}"

    @step(writes="letter")
    def close(greeting: str) -> str:
        return greeting

    return chain(f"letter_{language}", greet, close, inputs={"name": str}, outputs=["letter"])


german = make("de")
french = make("fr")
