"""An order with effects that must not happen twice: a template as a key, a key that is asked for, one attempt only."""

from decimal import Decimal
from typing import NewType, Protocol

from chaindsl import IdempotencyKey, Text, branch, chain, step

OrderId = NewType("OrderId", int)


class Shop(Protocol):
    def price(self, order_id: int) -> Decimal: ...

    def stock(self, order_id: int) -> bool: ...

    def charge(self, amount: Decimal, *, key: str) -> str: ...

    def ship(self, order_id: int, *, key: str) -> str: ...

    def mail(self, to: str, text: str) -> str: ...


@step(writes="amount", retry_on=(TimeoutError, ConnectionError), max_attempts=4, backoff=0.1)
def price(order_id: OrderId, *, shop: Shop) -> Decimal:
    return shop.price(order_id)


@step(writes="available")
def look(order_id: OrderId, *, shop: Shop) -> bool:
    return shop.stock(order_id)


@step(writes="receipt", effect=True, idempotency_key="charge-{order_id}", max_attempts=3)
def charge(order_id: OrderId, amount: Decimal, *, shop: Shop) -> Text:
    return shop.charge(amount, key=f"charge-{order_id}")


@step(writes="parcel", effect=True, max_attempts=3)
def ship(order_id: OrderId, *, shop: Shop, key: IdempotencyKey) -> Text:
    return shop.ship(order_id, key=key)


@step(writes="parcel")
def wait(order_id: OrderId) -> str:
    return f"{order_id} waits"


@step(writes="receipt")
def owe(amount: Decimal) -> str:
    return f"{amount} are due later"


@step(writes="mail", effect=True, max_attempts=1)
def tell(customer: str, receipt: str, parcel: str, *, shop: Shop) -> str:
    return shop.mail(customer, f"{receipt} {parcel}")


orders = chain(
    "orders",
    price,
    look,
    branch("available", {True: [charge, ship], False: (owe, wait)}),
    tell,
    inputs={"order_id": OrderId, "customer": str},
    outputs=["mail"],
)
