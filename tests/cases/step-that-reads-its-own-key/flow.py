from chaindsl import chain, step


@step(writes="total")
def first(price: float) -> float:
    return price


@step(writes="total")
def with_tax(total: float) -> float:
    return total * 1.19


bill = chain("bill", first, with_tax, inputs={"price": float})
