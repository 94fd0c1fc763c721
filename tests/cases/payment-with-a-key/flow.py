from chaindsl import IdempotencyKey, chain, step


@step(writes="receipt", effect=True)
def charge(order: str, amount: int, *, key: IdempotencyKey) -> str:
    return f"{key} {order}: {amount}"


@step(writes="mail")
def confirm(receipt: str) -> str:
    return receipt


checkout = chain("checkout", charge, confirm, inputs={"order": str, "amount": int})
