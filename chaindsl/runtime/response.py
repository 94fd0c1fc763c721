"""What a session says of a run: where it stands and why, what was done since the last decision, what may be done now.

The same for every channel: the application's own calls, MCP, the command line. All of it is plain JSON data.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

JsonObject = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RunView:
    """Which run, of which flow, pinned to which graph; `state` is None in a chain; `revision` counts its stops."""

    id: str
    flow: str
    graph: str
    state: str | None
    revision: int


@dataclass(frozen=True, slots=True)
class ChainStep:
    """One transition (or, in a chain, one step) that was done since somebody decided.

    `source` and `target` are states, None in a chain and where it led nowhere. `guards` says of each guard that was
    looked at on the way whether it held. `wrote` is the key that was written, and `value` what was written there: text
    as it is, anything else as JSON, the beginning of what is long; None where the key's values are not shown. `error`
    says why it failed.
    """

    transition: str
    source: str | None
    target: str | None
    actor: str | None
    seconds: float
    attempts: int
    guards: Mapping[str, bool] = field(default_factory=dict)
    exit_code: int | None = None
    tail: str | None = None
    wrote: str | None = None
    error: str | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class GuidanceView:
    """What the author says of the state to whoever decides there."""

    goal: str | None = None
    instructions: str | None = None


@dataclass(frozen=True, slots=True)
class LinkView:
    """Something that may be done now: `arguments` are what to send to do it, the values that `schema` asks for apart.

    `recovery` marks a way on after a stop that was no decision.
    """

    transition: str
    title: str
    actor: str
    schema: JsonObject
    arguments: JsonObject
    recovery: bool = False


@dataclass(frozen=True, slots=True)
class ErrorView:
    """What went wrong: its code, what it says, what it is about, where, and what to do next."""

    code: str
    message: str
    subject: str | None = None
    place: str | None = None
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class SpentView:
    """What was spent: seconds of work (waiting for a decision left out), model calls, tokens."""

    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Response:
    """The answer to every call of a session.

    `status` is one of `running`, `waiting`, `completed`, `failed`, `interrupted`, `over_budget`, `cancelled`;
    `stopped` says why it stopped. `chain` is what was done since the last decision, `links` are in the author's order,
    `outputs` are there once the run is completed. `saved` counts the transitions of the whole run that led somewhere
    and that nobody had to be asked about, `spent` what the run has spent when it last stopped.
    """

    run: RunView
    status: str
    stopped: str | None
    chain: tuple[ChainStep, ...] = ()
    guidance: GuidanceView = GuidanceView()
    links: tuple[LinkView, ...] = ()
    error: ErrorView | None = None
    outputs: JsonObject = field(default_factory=dict)
    saved: int = 0
    spent: SpentView = SpentView()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Whether a transition can be taken now, and if not why.

    `reasons` is empty where it is `allowed`. `guard` is the guard as its author wrote it, `holds` what it says now
    (None where it can't be judged, or where there is none), `values` are the keys that it reads. `taken` counts how
    often the run took it, of `limit`. `required` are the arguments that whoever decides has to supply.
    """

    transition: str
    allowed: bool
    reasons: tuple[str, ...]
    actor: str
    sources: tuple[str, ...]
    state: str | None
    guard: str | None = None
    holds: bool | None = None
    values: JsonObject = field(default_factory=dict)
    taken: int = 0
    limit: int | None = None
    schema: JsonObject = field(default_factory=dict)
    required: tuple[str, ...] = ()
