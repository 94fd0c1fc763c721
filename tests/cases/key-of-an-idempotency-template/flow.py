from chaindsl import chain, step


@step(writes="receipt", effect=True, idempotency_key="charge-{order_id}")
def charge(order: str, amount: int) -> str:
    return f"{order}: {amount}"


checkout = chain("checkout", charge, inputs={"order": str, "amount": int})
