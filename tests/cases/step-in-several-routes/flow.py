from chaindsl import branch, chain, step


@step(writes="long")
def is_long(text: str) -> bool:
    return len(text) > 10


@step(writes="answer")
def answer(text: str) -> str:
    return text


flow = chain("flow", is_long, branch("long", {True: answer, False: answer}), inputs={"text": str}, outputs=["answer"])
