from typing import Literal

from chaindsl import branch, chain, step


@step(writes="kind")
def sort(mail: str) -> Literal["order", "spam"]:
    return "order" if "buy" in mail else "spam"


@step(writes="price")
def price(mail: str) -> int:
    return len(mail)


@step(writes="reply")
def reply(mail: str, price: int | None = None) -> str:
    return f"{mail}: {price}"


answer = chain("answer", sort, branch("kind", {"order": price, "spam": None}), reply, inputs={"mail": str})
