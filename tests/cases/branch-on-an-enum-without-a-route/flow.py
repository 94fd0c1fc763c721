from enum import Enum

from chaindsl import branch, chain, step


class Priority(Enum):
    LOW = "low"
    NORMAL = "normal"
    URGENT = "urgent"


@step(writes="priority")
def rate(subject: str) -> Priority:
    return Priority.URGENT if "!" in subject else Priority.NORMAL


@step(writes="queue")
def to_backlog(subject: str) -> str:
    return f"backlog: {subject}"


@step(writes="queue")
def to_pager(subject: str) -> str:
    return f"pager: {subject}"


route = chain(
    "route",
    rate,
    branch("priority", {Priority.LOW: to_backlog, Priority.URGENT: to_pager}),
    inputs={"subject": str},
)
