"""Letters: prompts in files beside the module that names them, JSON braces in one of them."""

from typing import Literal

from chaindsl import Budget, Complete, Text, chain, step
from texts import REPLY, SORT

Topic = Literal["complaint", "order", "other"]


@step(writes="topic", prompt=SORT, parse=Topic, fallback="other")
def sort(letter: Text, *, complete: Complete) -> str:
    return complete(SORT.format(letter=letter))


@step(writes="reply", prompt=REPLY, parse=dict[str, Text])
def reply(letter: Text, topic: Topic, *, complete: Complete) -> str:
    return complete(REPLY.format(letter=letter, topic=topic))


flow = chain("letters", sort, reply, inputs={"letter": Text}, outputs=["topic", "reply"], budget=Budget(calls=4))
