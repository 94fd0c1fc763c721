from chaindsl import chain, step


@step(writes="text")
def clean(text: str) -> str:
    return text.strip()


@step(writes="text")
def shorten(text: str) -> str:
    return text[:80]


tidy = chain("tidy", clean, shorten, clean, inputs={"text": str})
