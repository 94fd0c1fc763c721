"""A branch has no route for one of the values that its key can have."""

from typing import Literal

from chaindsl import branch, chain, step


@step(writes="kind")
def decide(given: str) -> Literal["x", "y"]:
    return "x" if given else "y"


@step(writes="answer")
def reply(given: str) -> str:
    return given


flow = chain("flow", decide, branch("kind", {"x": reply}), inputs={"given": str}, outputs=["answer"])
