import torch
from a_package_that_is_not_there import Client, Vector, embed

from chaindsl import chain, parallel, step


@step(writes="notes")
def pros(topic: Vector, *, client: Client) -> Vector:
    return embed(client, topic)


@step(writes="notes")
def cons(topic: Vector) -> Vector:
    return torch.mean(topic)


@step(writes="verdict")
def weigh(notes: Vector) -> str:
    return str(notes)


debate = chain("debate", parallel(pros, cons), weigh, inputs={"topic": Vector}, outputs=["verdict"])
