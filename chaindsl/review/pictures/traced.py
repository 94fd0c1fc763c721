"""What a trace says of each part: how often it ran, what failed, what it took; parts that never ran fade."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.facts.contract import name_of
from chaindsl.draw.model import Tone
from chaindsl.draw.overlay import Note, Words
from chaindsl.draw.wording import cut
from chaindsl.graph.flow import Chain, Flow, Transition, Workflow
from chaindsl.graph.step import Step
from chaindsl.graph.walk import flow_steps, nested_flows
from chaindsl.review.cost.text import duration
from chaindsl.review.pictures.notes import NoteOf
from chaindsl.trace.stored import StoredTrace

TRACE_WORDS: Words = {
    Tone.DONE: ("ran", "the trace has it"),
    Tone.NEVER: ("did not run", "the trace has it not"),
    Tone.ERROR: ("failed", "its last attempt too"),
}


@dataclass(slots=True)
class _Ran:
    accepted: int = 0
    failed: int = 0
    seconds: float = 0.0
    calls: int = 0
    items: int = 0
    said: str = ""

    def add(self, record: Mapping[str, Any]) -> None:
        if record.get("items") is not None:
            self.items += int(record["items"])
            return
        good = bool(record.get("ok"))
        self.accepted += good
        self.failed += not good
        self.seconds += float(record.get("seconds") or 0)
        self.calls += len(record.get("calls") or ())
        if not good:
            self.said = str(record.get("message") or record.get("error") or "")


@dataclass(slots=True)
class _Run:
    steps: dict[tuple[str, str], _Ran] = field(default_factory=dict)
    states: set[tuple[str, str]] = field(default_factory=set)


def trace_notes(flow: Flow, trace: StoredTrace) -> NoteOf:
    """Return what a trace says of each part of a flow."""
    run = _Run()
    for record in trace.records:
        key = (str(record.get("flow")), str(record.get("step")))
        run.steps.setdefault(key, _Ran()).add(record)
        run.states.update((key[0], str(state)) for name in ("state", "target") if (state := record.get(name)))
    owners, bodies = _owners(flow), _bodies(flow)

    def note(part: object) -> Note | None:
        if isinstance(part, tuple):
            body, state = part
            return _visited((bodies.get(id(body), ""), state) in run.states)
        if isinstance(part, Step | Transition):
            return _told(run.steps.get((owners.get(id(part), ""), name_of(part.name))))
        return None

    return note


def _visited(seen: bool) -> Note:
    return Note((), Tone.DONE) if seen else Note(("never reached",), Tone.NEVER)


def _told(ran: _Ran | None) -> Note:
    if ran is None:
        return Note(("did not run",), Tone.NEVER)
    times = f"{ran.accepted}×" if ran.accepted else "never"
    calls = f", {ran.calls} {'call' if ran.calls == 1 else 'calls'}" if ran.calls else ""
    lines = [f"{'✓' if ran.accepted else '✗'} {times} done, {duration(ran.seconds)} s{calls}"]
    if ran.failed:
        lines.append(f"✗ {ran.failed}× failed: {cut(ran.said, 80)}")
    return Note(tuple(lines), Tone.DONE if ran.accepted else Tone.ERROR)


def _owners(flow: Flow) -> dict[int, str]:
    """The flow that each step and transition is of."""
    found: dict[int, str] = {}
    waiting = [flow]
    while waiting:
        current = waiting.pop()
        name = name_of(current.name)
        found.update((id(step), name) for step in flow_steps(current))
        if not isinstance(current.body, Chain):
            found.update((id(transition), name) for transition in current.body.transitions)
        waiting.extend(nested_flows(current))
    return found


def _bodies(flow: Flow) -> dict[int, str]:
    """The name of the flow that each workflow is the body of."""
    found: dict[int, str] = {}
    waiting = [flow]
    while waiting:
        current = waiting.pop()
        if isinstance(current.body, Workflow):
            found[id(current.body)] = name_of(current.name)
        waiting.extend(nested_flows(current))
    return found
