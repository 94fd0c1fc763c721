from chaindsl import step


@step(writes="rows")
def collect(folder: str) -> list[str]:
    return [folder]


@step(writes="page")
def render(rows: list[str], title: str) -> str:
    return title + "".join(rows)
