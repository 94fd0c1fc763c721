from chaindsl import chain, step


@step(writes="summary")
def summarise(text: str) -> str:
    return text[:100]


def build(name: str):
    return chain(name, summarise, inputs={"text": str}, outputs=["sumary"])


short = build("short")
