from chaindsl import chain, step


def short(line: str) -> None:
    if len(line) > 80:
        raise ValueError("too long")


@step(writes="line", validate=[short, lambda line: None])
def shout(text: str) -> str:
    return text.upper()


@step(writes="twice", validate=lambda twice: None)
def double(line: str) -> str:
    return line + line


shouting = chain("shouting", shout, double, inputs={"text": str}, outputs=["twice"])
