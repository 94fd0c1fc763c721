from chaindsl import chain, parallel, step


@step(writes="left")
def left(text: str) -> str:
    return text[:10]


@step(writes="right")
def right(text: str) -> str:
    return text[-10:]


@step(writes="both")
def join(left: str, right: str) -> str:
    return left + right


ends = chain("ends", parallel(left, right), join, inputs={"text": str})
