"""Arguments of an actor, by alias, in text, with more said about them, and what only looks like one."""

from __future__ import annotations

from typing import Annotated, Optional

import chaindsl as c
from chaindsl import FromActor, Len, Text, Values, transition, workflow

Reason = FromActor[Text]
Everything = Values


@transition(source="s", target="t")
def go(
    reason: Reason,
    short: Annotated[FromActor[str], Len(0, 9)],
    again: "c.FromActor[int]",
    maybe: Optional[FromActor[int]],
    values: Everything,
    key: str = "x",
) -> None: ...


@transition(source="s", target="t", actor="human")
def other(reason: Annotated[Reason, "why"]) -> None: ...


flow = workflow(
    "flow", go, other, initial="s", final=["t"], inputs={"maybe": Optional[int], "key": str}
)
