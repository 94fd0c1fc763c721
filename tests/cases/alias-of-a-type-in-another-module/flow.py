from kinds import Rows, Score

from chaindsl import chain, step


@step(writes="rows")
def load(path: str) -> Rows:
    return [path]


@step(writes="score")
def rate(rows: list[str]) -> Score:
    return len(rows)


@step(writes="page")
def show(score: str) -> str:
    return score


table = chain("table", load, rate, show, inputs={"path": str}, drop=True)
