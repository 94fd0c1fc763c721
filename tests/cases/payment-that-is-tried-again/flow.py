from chaindsl import chain, step


@step(writes="receipt", effect=True)
def charge(order: str, amount: int) -> str:
    return f"{order}: {amount}"


@step(writes="mail")
def confirm(receipt: str) -> str:
    return receipt


checkout = chain("checkout", charge, confirm, inputs={"order": str, "amount": int})
