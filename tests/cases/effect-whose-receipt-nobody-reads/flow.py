from chaindsl import chain, step


@step(writes="receipt", effect=True, idempotency_key="mail-{address}", max_attempts=3)
def send(address: str, text: str) -> str:
    return address + text


@step(writes="report")
def report(text: str) -> str:
    return text


notify = chain("notify", send, report, inputs={"address": str, "text": str}, outputs=["report"])
