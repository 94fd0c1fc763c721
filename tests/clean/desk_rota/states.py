"""Names of states, so that nobody misspells one, and what is said about them."""

from enum import StrEnum

from chaindsl import State

NEW, ASKED, DONE = "new", "asked", "done"

STATES = [State(ASKED, goal="Answer the customer.", guidance="Say when you do not know.")]
FINAL = (DONE,)


class Actor(StrEnum):
    AGENT = "agent"
    NOBODY = "deterministic"
