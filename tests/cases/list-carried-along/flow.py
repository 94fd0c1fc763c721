from chaindsl import chain, step


@step(writes="rows")
def load(path: str) -> list[str]:
    return [path]


@step(writes="count")
def count(rows: list[str]) -> int:
    return len(rows)


@step(writes="page")
def show(count: int) -> str:
    return f"{count} rows"


table = chain("table", load, count, show, inputs={"path": str})
