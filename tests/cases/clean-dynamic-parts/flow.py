"""Parts that only a run knows: nothing is said that can't be known."""

from chaindsl import branch, chain, step


def steps_for(language: str):
    return [step(writes=f"text_{language}")(lambda text: text)]


@step(writes="text")
def load(path: str) -> str:
    return path


@step(writes="answer")
def answer(text: str, text_de: str) -> str:
    return text + text_de


flow = chain(
    "flow",
    load,
    *[part for language in ("de", "fr") for part in steps_for(language)],
    answer,
    inputs={"path": str, "spare": str},
    outputs=["answer"],
)
