from typing import Literal

from chaindsl import branch, chain, step


@step(writes="kind")
def sort(mail: str) -> Literal["order", "complaint"]:
    return "order" if "buy" in mail else "complaint"


@step(writes="price")
def price(mail: str) -> int:
    return len(mail)


@step(writes="apology")
def apologise(mail: str) -> str:
    return f"sorry about {mail}"


@step(writes="reply")
def reply(mail: str, price: int, apology: str = "") -> str:
    return f"{apology} {mail}: {price}"


answer = chain(
    "answer", sort, branch("kind", {"order": price, "complaint": apologise}), reply, inputs={"mail": str}
)
