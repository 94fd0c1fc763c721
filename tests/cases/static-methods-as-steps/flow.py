from chaindsl import chain, step


class Invoice:
    @staticmethod
    @step(writes="net")
    def net(amount: float) -> float:
        return amount / 1.19

    @staticmethod
    @step(writes="line")
    def line(net: float, currency: str) -> str:
        return f"{net:.2f} {currency}"


invoice = chain("invoice", Invoice.net, Invoice.line, inputs={"amount": float})
