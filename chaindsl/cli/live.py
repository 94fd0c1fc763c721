"""`chaindsl run --live`: the steps of a flow on a terminal, while they run. It loads rich, so only a terminal does."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from chaindsl.cli.outcome import line
from chaindsl.graph.flow import Flow
from chaindsl.trace.event import CallBegan, Chunk, Event, RunEnded, StepBegan, StepEnded
from chaindsl.trace.record import Record
from chaindsl.view.attempt import Attempt
from chaindsl.view.outcome import SIGNS, Outcome
from chaindsl.view.page.places import Address, Done, addresses_of
from chaindsl.view.wording import brief, count, said, seconds, wrote

_STYLES = {
    Outcome.OK: "green",
    Outcome.RETRIED: "blue",
    Outcome.FALLBACK: "yellow",
    Outcome.REJECTED: "magenta",
    Outcome.FAILED: "red",
    Outcome.NOT_RUN: "dim",
}
_AROUND = 4
"""Lines of the terminal that are not for steps."""
_SAID = 50
"""Characters of an answer that comes in pieces, the last ones."""


class LiveSteps:
    """What is shown: every step of the flow, how it came out so far, and those that run now, with what a model says."""

    def __init__(self, flow: Flow, console: Console) -> None:
        self._flow = str(flow.name)
        self._console = console
        self._began = time.monotonic()
        self._steps: dict[Address, Done] = {address: Done() for address in addresses_of(flow)}
        self._last: Address | None = None
        self._running: dict[Address, int] = {}
        self._said: dict[Address, str] = {}
        self._number = 0
        self._calls = 0
        self._spinner = Spinner("dots")

    def heard(self, event: Event) -> None:
        """Take note of what happens."""
        match event:
            case StepBegan(path):
                address = _address(path)
                self._running[address] = self._running.get(address, 0) + 1
            case CallBegan(path, tool=tool):
                self._said[_address(path)] = f"asks {tool}"
            case Chunk(path, text=text, offset=offset):
                address = _address(path)
                self._said[address] = (text if offset == 0 else self._said.get(address, "") + text)[-_SAID:]
            case StepEnded(record):
                self._ended(record)
            case RunEnded():
                self._running.clear()

    def _ended(self, record: Record) -> None:
        self._number += 1
        self._calls += record.calls
        made = Attempt(self._number, {**record.to_data(), "revision": 0, "revisions": {}, "cut": None})
        self._last = address = made.flow, made.step
        self._steps.setdefault(address, Done()).attempts.append(made)
        if record.details.items is None and self._running.get(address):
            self._running[address] -= 1
        self._said.pop(address, None)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Keep it on the terminal meanwhile; it is gone afterwards, since the whole trace is printed then."""
        loud = self._console.is_terminal
        with Live(console=self._console, get_renderable=self.render, refresh_per_second=8, transient=True,
                  redirect_stdout=loud, redirect_stderr=loud):  # fmt: skip
            yield

    def render(self) -> RenderableType:
        """Return it as it stands."""
        now = {address for address, count in list(self._running.items()) if count}
        table = Table(box=None, pad_edge=False, show_header=False, expand=False)
        for address in self._window(now):
            table.add_row(*self._row(address, running=address in now))
        done = sum(bool(what.attempts) for what in list(self._steps.values()))
        calls = f", {count(self._calls, 'call')}" if self._calls else ""
        told = f"{brief(self._flow)}: {done} of {count(len(self._steps), 'step')}, {self._elapsed()}{calls}"
        self._spinner.update(text=Text(told))
        return Group(self._spinner, table)

    def _elapsed(self) -> str:
        return f"{time.monotonic() - self._began:.1f} s"

    def _window(self, now: set[Address]) -> list[Address]:
        """As many steps as fit on the terminal, those around the first at work."""
        found = list(self._steps)
        room = max(self._console.height - _AROUND, 1)
        if len(found) <= room:
            return found
        shown = now or {self._last or found[0]}
        middle = next((number for number, address in enumerate(found) if address in shown), 0)
        start = min(max(middle - room // 2, 0), len(found) - room)
        return found[start : start + room]

    def _row(self, address: Address, *, running: bool) -> tuple[RenderableType, ...]:
        done, (flow, step) = self._steps[address], address
        name = step if flow == self._flow else f"{flow}/{step}"
        sign = "…" if running else SIGNS[done.outcome]
        style = "bold" if running else _STYLES[done.outcome]
        times = f" ({len(done.attempts)})" if len(done.attempts) > 1 or (running and done.attempts) else ""
        if running or not done.attempts:
            doing = line(self._said.get(address, "running"))[-_SAID:] if running else ""
            return Text(sign, style), Text(f"{brief(name)}{times}", style), Text(doing, "dim"), Text("")
        last = done.attempts[-1]
        value = wrote(last, 50)
        what = said(last, 50) if last.outcome is not Outcome.OK or not value else value
        took = seconds(sum(attempt.seconds for attempt in done.attempts if not attempt.whole))
        return Text(sign, style), Text(f"{brief(name)}{times}", style), Text(what), Text(took, "dim")


def _address(path: str) -> Address:
    """The flow and the step that a path names last; rounds and visits are no flows."""
    *around, step = path.split("/")
    return next(name for name in reversed(around) if not name.startswith(("round ", "visit "))), step
