from chaindsl import chain, step


@step(writes="text")
def load(path: str) -> str:
    return path


@step(writes="words")
def split(text: str) -> list[str]:
    return text.split()


flow = chain("flow", load, split, inputs={"path": str, "text": str}, outputs=["words"])
