from chaindsl import chain, step


@step(writes="text")
def load(path: str) -> str:
    return path


@step(writes="text")
def fetch(url: str) -> str:
    return url


@step(writes="length")
def measure(text: str) -> int:
    return len(text)


flow = chain("flow", load, fetch, measure, inputs={"path": str, "url": str})
