from chaindsl import chain, step


@step(writes="receipt", effect=True, idempotency_key="charge-{order}", max_attempts=2)
def charge(order_id: str, amount: int) -> str:
    return f"{order_id}: {amount}"


pay = chain("pay", charge, inputs={"order_id": str, "amount": int}, outputs=["receipt"])
