from chaindsl import chain, step


@step(writes="tags")
def tag(text: str) -> list[str]:
    return text.split()


@step(writes="label")
def label(tags: str) -> str:
    return tags.upper()


labels = chain("labels", tag, label, inputs={"text": str})
