from typing import Literal

from chaindsl import branch, chain, step


@step(writes="category")
def sort(text: str) -> Literal["a", "b"]:
    return "a" if text else "b"


@step(writes="result")
def handle(text: str) -> str:
    return text


route = chain("route", sort, branch("catgory", {"a": handle, "b": handle}), inputs={"text": str})
