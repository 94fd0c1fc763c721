"""What a run's journal tells of what was done, in the order in which a run that is restored asks for it."""

import json
from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.runtime.failure import ChainError
from chaindsl.store.row import Kept

QUIET = frozenset({"asked", "approved", "denied"})
"""Rows of decisions that a person was asked for: they change nothing of where a run stands."""
Key = tuple[str, str, int | None]
"""Scope, step and item: what says of which step of a run a row tells."""


class Before(ChainError):
    """What a run had failed with before it was restored."""


class Turned(Before):
    """What a transition had failed with when its failure led to another state."""


class Interrupted(ChainError):
    """The process that ran an effect ended before the effect's result was recorded: it may have happened, or not."""

    def __init__(self, step: str) -> None:
        message = f"step {step} was begun, and nothing says whether its effect happened before its process ended"
        hint = "look whether it did; retry does it once more. An idempotency_key= would make that harmless"
        super().__init__("interrupted", message, step, None, hint)


@dataclass(frozen=True, slots=True)
class Told:
    """One row: its number, what it tells, and the JSON of what was written."""

    number: int
    data: dict[str, Any]
    value: str | None = None

    @property
    def key(self) -> Key:
        """What it tells of."""
        return self.data["path"].rpartition("/")[0], self.data["step"], self.data.get("item")


@dataclass
class Past:
    """`results` are by step, `failures` its attempts that failed, `moves` by workflow, `inputs` by key.

    `intents` are effects that were begun without a result. `halted` is what the run had stopped with; `seconds` of
    work were spent by then, `ended` is when that was (since the epoch), and somebody was waited for `waited` seconds.
    `resting` says that nothing was begun since it stopped, `waiting` that it stopped for a decision.
    `done` names all that was begun, `budget` is the last that the run was given.
    """

    inputs: dict[str, Told] = field(default_factory=dict)
    results: dict[Key, Told] = field(default_factory=dict)
    failures: dict[Key, list[Told]] = field(default_factory=lambda: defaultdict(list))
    moves: dict[str, deque[Told]] = field(default_factory=lambda: defaultdict(deque))
    intents: dict[Key, Told] = field(default_factory=dict)
    halted: ChainError | None = None
    seconds: float = 0.0
    ended: float = 0.0
    resting: bool = False
    waiting: bool = False
    budget: Budget | None = None
    done: set[str] = field(default_factory=set)
    waited: float = 0.0


def past_of(rows: Iterable[Kept]) -> Past:
    """Read a journal from its beginning."""
    past = Past()
    for kept in rows:
        told = Told(kept.number, json.loads(kept.row.data), kept.row.value)
        if kept.row.kind not in QUIET:
            past.ended, past.resting = kept.at, kept.row.kind == "stopped"
        match kept.row.kind:
            case "started":
                past.budget = _budget(told.data)
            case "value":
                past.inputs[told.data["key"]] = told
            case "intent":
                past.intents[told.key] = told
            case "record":
                _record(past, told)
            case "taken" | "moved" | "retried":
                past.moves[told.data["path"]].append(told)
                past.budget = _budget(told.data) or past.budget
                past.halted, past.waiting = None, False
                past.done.add(str(told.data.get("transition")))
            case "stopped":
                _stopped(past, told.data)
    return past


def _budget(data: dict[str, Any]) -> Budget | None:
    found = data.get("budget")
    return None if found is None else Budget(**found)


def _record(past: Past, told: Told) -> None:
    past.intents.pop(told.key, None)
    past.halted, past.waiting = None, False
    past.done |= set(told.data["path"].split("/"))
    past.seconds = max(past.seconds, told.data["started"] + told.data["seconds"])
    if told.data["ok"]:
        past.results[told.key] = told
    else:
        past.failures[told.key].append(told)


def _stopped(past: Past, data: dict[str, Any]) -> None:
    error = data.get("error")
    past.halted = (
        None if error is None else Before(error["code"], error["message"], error["subject"], None, error["hint"])
    )
    past.waiting = data["status"] == "waiting"
    past.seconds = data["spent"]["seconds"]
