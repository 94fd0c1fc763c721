from chaindsl import chain, parallel, step


@step(writes="notes")
def pros(topic: str) -> str:
    return topic


@step(writes="notes")
def cons(topic: str) -> str:
    return topic


@step(writes="verdict")
def weigh(notes: str) -> str:
    return notes


debate = chain("debate", parallel(pros, cons), weigh, inputs={"topic": str}, outputs=["verdict"])
