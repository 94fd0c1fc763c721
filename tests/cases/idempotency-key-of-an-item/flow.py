from typing import Protocol

from chaindsl import IdempotencyKey, chain, renamed, step


class Post(Protocol):
    def __call__(self, to: str, text: str, key: str) -> str: ...


@step(writes="receipts", each="addresses", limit=50, effect=True, idempotency_key="{campaign}-{address}")
def send(address: str, campaign: str, text: str, *, post: Post, key: IdempotencyKey) -> str:
    return post(address, text, key)


mailing = chain(
    "mailing",
    renamed(send, name="send_letters", reads={"addresses": "readers", "campaign": "letter"}),
    inputs={"readers": list[str], "letter": str, "text": str},
    outputs=["receipts"],
)
