"""`chaindsl run --live`: the steps of a flow on a terminal, while they run. It loads rich, so only a terminal does."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from chaindsl.graph.flow import Flow
from chaindsl.trace.record import Record
from chaindsl.view.ahead import at_work
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


class LiveSteps:
    """What is shown: every step of the flow, how it came out so far, and which one runs now, where that is certain."""

    def __init__(self, flow: Flow, console: Console) -> None:
        self._flow = flow
        self._console = console
        self._began = time.monotonic()
        self._steps: dict[Address, Done] = {address: Done() for address in addresses_of(flow)}
        self._last: Attempt | None = None
        self._number = 0
        self._calls = 0
        self._spinner = Spinner("dots")

    def heard(self, record: Record) -> None:
        """Take note of one record."""
        self._number += 1
        self._calls += record.calls
        self._last = Attempt(self._number, {**record.to_data(), "revision": 0, "revisions": {}, "cut": None})
        address = (self._last.flow, self._last.step)
        self._steps.setdefault(address, Done()).attempts.append(self._last)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Keep it on the terminal meanwhile; it is gone afterwards, since the whole trace is printed then."""
        loud = self._console.is_terminal
        with Live(console=self._console, get_renderable=self.render, refresh_per_second=8, transient=True,
                  redirect_stdout=loud, redirect_stderr=loud):  # fmt: skip
            yield

    def render(self) -> RenderableType:
        """Return it as it stands."""
        now = at_work(self._flow, self._last)
        table = Table(box=None, pad_edge=False, show_header=False, expand=False)
        for address in self._window(now):
            table.add_row(*self._row(address, running=address == now))
        done = sum(bool(what.attempts) for what in list(self._steps.values()))
        calls = f", {count(self._calls, 'call')}" if self._calls else ""
        told = f"{brief(str(self._flow.name))}: {done} of {count(len(self._steps), 'step')}, {self._elapsed()}{calls}"
        self._spinner.update(text=Text(told))
        return Group(self._spinner, table)

    def _elapsed(self) -> str:
        return f"{time.monotonic() - self._began:.1f} s"

    def _window(self, now: Address | None) -> list[Address]:
        """As many steps as fit on the terminal, those around the one at work."""
        found = list(self._steps)
        room = max(self._console.height - _AROUND, 1)
        if len(found) <= room:
            return found
        last = self._last and (self._last.flow, self._last.step)
        middle = next((number for number, address in enumerate(found) if address in (now, last)), 0)
        start = min(max(middle - room // 2, 0), len(found) - room)
        return found[start : start + room]

    def _row(self, address: Address, *, running: bool) -> tuple[RenderableType, ...]:
        done, (flow, step) = self._steps[address], address
        name = step if flow == str(self._flow.name) else f"{flow}/{step}"
        sign = "…" if running else SIGNS[done.outcome]
        style = "bold" if running else _STYLES[done.outcome]
        if not done.attempts:
            return Text(sign, style), Text(brief(name), style), Text("running" if running else "", "dim"), Text("")
        last = done.attempts[-1]
        value = wrote(last, 50)
        what = said(last, 50) if last.outcome is not Outcome.OK or not value else value
        times = f" ({len(done.attempts)})" if len(done.attempts) > 1 else ""
        took = seconds(sum(attempt.seconds for attempt in done.attempts if not attempt.whole))
        return Text(sign, style), Text(f"{brief(name)}{times}", style), Text(what), Text(took, "dim")
