from chaindsl import chain, step


@step(writes="text")
def load(path: str) -> str:
    return path


@step(writes="notes", each="text", limit=10)
def note(line: str) -> str:
    return line


flow = chain("flow", load, note, inputs={"path": str})
