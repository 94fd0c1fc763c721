"""From a run's head and journal to what a session says of it. It needs neither the flow nor its functions."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from chaindsl.runtime.journal import told_of
from chaindsl.runtime.past import QUIET
from chaindsl.runtime.response import ChainStep, ErrorView, GuidanceView, LinkView, Response, RunView, SpentView
from chaindsl.runtime.status import Status, Stopped
from chaindsl.store.head import Head
from chaindsl.store.row import Kept
from chaindsl.trace.record import Record

Rows = Sequence[tuple[Kept, dict[str, Any]]]


def respond(head: Head, kept: Sequence[Kept], *, alive: bool) -> Response:
    """Return where a run stands; `alive` says whether somebody advances it now."""
    every = [(one, json.loads(one.row.data)) for one in kept]
    rows = [row for row in every if row[0].row.kind not in QUIET]
    stops = [index for index, (one, _) in enumerate(rows) if one.row.kind == "stopped"]
    resting = not alive and bool(stops) and stops[-1] == len(rows) - 1
    before = stops[:-1] if resting else stops
    done = [row for row in rows if row[0].row.kind in _SHOWN]
    shown = [row for row in rows[before[-1] + 1 if before else 0 :] if row[0].row.kind in _SHOWN]
    last = rows[stops[-1]][1] if resting else {}
    status, stopped = (head.status, head.stopped) if resting else _moving(alive)
    completed = status == Status.COMPLETED
    error = last.get("error")
    return Response(
        RunView(head.id, head.flow, head.graph, last.get("state", head.state), head.revision),
        status,
        stopped,
        tuple(steps(shown, every)),
        GuidanceView(**last.get("guidance", {})),
        tuple(LinkView(**link) for link in last.get("links", ())) if resting or alive else (_resume(head),),
        None if error is None else ErrorView(**error),
        {key: _value(every, last["values"].get(key)) for key in last["outputs"]} if completed else {},
        sum(draft.saves for draft in _drafts(done, lambda number: None)),
        _spent(rows[stops[-1]][1]["spent"]) if stops else SpentView(),
    )


def _spent(data: dict[str, Any]) -> SpentView:
    return SpentView(data["seconds"], data.get("calls", 0), data.get("tokens", 0))


def _moving(alive: bool) -> tuple[str, str | None]:
    """How a run stands that has done something since it last stopped."""
    return (Status.RUNNING, None) if alive else (Status.INTERRUPTED, Stopped.INTERRUPTED)


def _resume(head: Head) -> LinkView:
    arguments = {"run": head.id, "revision": head.revision, "transition": "retry"}
    return LinkView("retry", "Go on from the last step that was recorded", "agent", {}, arguments, recovery=True)


def _value(rows: Rows, number: int | None) -> Any:
    """The value that stands in a row, or that is gathered from several."""
    if number is None:
        return None
    kept, data = rows[number - 1]
    if "gathered" in data:
        return [_value(rows, one) for one in data["gathered"]]
    return None if kept.row.value is None else json.loads(kept.row.value)


def _seen(rows: Rows, number: int) -> str | None:
    """The value that stands in a row as whoever decides next sees it; None where none was kept."""
    kept, data = rows[number - 1]
    if kept.row.value is None and "gathered" not in data:
        return None
    value = _value(rows, number)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MOST else f"{text[:_MOST]}…"


_MOST = 2_000
"""Characters of a value that a response shows."""

_SHOWN = ("taken", "record", "moved")


def steps(rows: Rows, every: Rows) -> Iterator[ChainStep]:
    """Yield what was done, a transition each, or in a chain a step each, in the order in which they began.

    Values stand in `every` row of the journal.
    """
    yield from (draft.step() for draft in _drafts(rows, partial(_seen, every)))


def _drafts(rows: Rows, seen: Callable[[int], str | None]) -> "list[_Draft]":
    """Return what was done; `seen` gives the value that stands in a row."""
    drafts: list[_Draft] = []
    inner: dict[tuple[str, str], _Draft] = {}
    for kept, data in rows:
        if kept.row.kind == "taken":
            drafts.append(_Draft(data["transition"], data["state"], data["actor"], data["guards"]))
        elif kept.row.kind == "moved":
            if data["why"] == "failure" and drafts:
                drafts[-1].target = data["state"]
            else:
                drafts.append(_Draft(data["why"], None, "deterministic", {}, data["state"], data["seconds"]))
        elif "transition" in data:
            if not drafts or drafts[-1].done or drafts[-1].transition != data["transition"]:
                drafts.append(_Draft(data["transition"], data["state"], data["actor"], {}))
            drafts[-1].add(data, partial(seen, kept.number))
        else:
            key = data["path"], data["step"]
            if key not in inner:
                inner[key] = _Draft(data["step"], None, None, {})
                drafts.append(inner[key])
            inner[key].add(data, partial(seen, kept.number))
    return drafts


class _Draft:
    """A step whose attempts are still being added."""

    def __init__(
        self,
        transition: str,
        source: str | None,
        actor: str | None,
        guards: dict[str, bool],
        target: str | None = None,
        seconds: float = 0.0,
    ) -> None:
        self.transition = transition
        self.source = source
        self.actor = actor
        self.guards = guards
        self.target = target
        self.seconds = seconds
        self.attempts = 0
        self.done = False
        self.exit_code: int | None = None
        self.tail: str | None = None
        self.wrote: str | None = None
        self.error: str | None = None
        self.value: str | None = None

    @property
    def saves(self) -> bool:
        """Whether it is a transition that led somewhere, and that nobody was asked about."""
        return self.actor == "deterministic" and self.source is not None and self.target is not None

    def add(self, data: dict[str, Any], value: Callable[[], str | None]) -> None:
        """Add one attempt: of the step itself, of one of its items, or of a flow that it runs."""
        own = data["step"] == self.transition
        whole = own and data.get("item") is None
        if own and "items" not in data:
            self.attempts += 1
        if whole:
            self.seconds = data["seconds"] if "items" in data else self.seconds + data["seconds"]
        elif own:
            self.seconds += data["seconds"]
        said = data.get("error") or data.get("message")
        self.error = None if data["ok"] else said if own else f"{data['step']}: {said}"
        self.exit_code = data.get("exit_code", self.exit_code)
        self.tail = data.get("tail", self.tail)
        if whole and data["ok"]:
            self.done, self.target, self.wrote = True, data.get("target"), data.get("writes")
            self.value = None if self.wrote is None else value()

    def step(self) -> ChainStep:
        """Return what came of it."""
        return ChainStep(
            self.transition,
            self.source,
            self.target,
            self.actor,
            self.seconds,
            self.attempts,
            self.guards,
            self.exit_code,
            self.tail,
            self.wrote,
            self.error,
            self.value,
        )


def step_of(record: Record) -> ChainStep:
    """Return one attempt alone, as it is told while the run goes on."""
    draft = _Draft(record.transition or record.step, record.state, record.actor and str(record.actor), {})
    draft.add(told_of(record, [None] * len(record.site.reads)), lambda: None)
    return draft.step()
