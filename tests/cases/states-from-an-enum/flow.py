from enum import StrEnum

from chaindsl import State, transition, workflow


class Ticket(StrEnum):
    NEW = "new"
    TRIAGED = "triaged"
    SOLVED = "solved"
    PARKED = "parked"


@transition(source=Ticket.NEW, target=Ticket.TRIAGED, actor="deterministic")
def triage() -> None:
    """Every ticket is looked at."""


@transition(source=Ticket.TRIAGED, target=Ticket.SOLVED, actor="human")
def solve() -> None:
    """Support writes an answer."""


@transition(source=Ticket.TRIAGED, target=Ticket.PARKED, actor="human")
def park() -> None:
    """Nothing can be done for now."""


tickets = workflow(
    "tickets",
    triage,
    solve,
    park,
    initial=Ticket.NEW,
    final=[Ticket.SOLVED],
    states=[
        State(Ticket.TRIAGED, goal="Answer the ticket", guidance="Park what waits for a release."),
        State(Ticket.PARKED, goal="Wait"),
    ],
)
