"""A workflow whose states, transitions and guarantees come from three modules."""

import moves
from states import FINAL, NEW, STATES

from chaindsl import Text, passes, workflow

flow = workflow(
    "desk-rota",
    *moves.ALL,
    initial=NEW,
    final=FINAL,
    inputs={"mail": Text},
    outputs=["answer"],
    states=STATES,
    always=[passes("open_case", before="done")],
)
