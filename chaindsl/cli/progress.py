"""What a run tells on standard error while it goes on, and the file that its trace is written to."""

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Protocol

import click

from chaindsl import __version__
from chaindsl.cli.table import cut
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow
from chaindsl.runtime.run import Run
from chaindsl.runtime.standing import ending
from chaindsl.runtime.telling import OnEvent
from chaindsl.trace.event import Event
from chaindsl.trace.head import head
from chaindsl.trace.jsonl import TraceWriter
from chaindsl.trace.log import log_record
from chaindsl.trace.record import Record
from chaindsl.trace.table import rows

WIDTH = 120


class Progress:
    """Hears every record of a run: a line on standard error at once, and the trace in a file where one is wanted.

    With `live` a terminal shows all steps instead of lines; what is no terminal gets lines all the same.
    """

    def __init__(self, flow: Flow, *, live: bool = False) -> None:
        self._graph = flow
        self._flow = str(flow.name)
        self._writer: TraceWriter | None = None
        self._live = live_steps(flow) if live and on_terminal() else None

    def heard(self, record: Record) -> None:
        """Tell of one record."""
        log_record(record)
        if self._live is None:
            step, _, outcome, wrote, *_ = rows([record])[0]
            click.echo(cut(f"{self._flow}: {step}: {outcome}{'; ' if wrote else ''}{wrote}", WIDTH), err=True)
        if self._writer is not None:
            self._writer(record)

    @property
    def on_event(self) -> OnEvent | None:
        """What hears of all that happens; None where records are enough."""
        return None if self._live is None else self._live.heard

    @contextmanager
    def of(self, run: Run, file: str | None) -> Iterator[None]:
        """Let a terminal show that a run goes on, and write its trace to `file`.

        Raises ChainDslError where the file can't be written.
        """
        with ExitStack() as stack:
            if file is not None:
                self._writer = stack.enter_context(opened(run, self._graph, file))
            if self._live is not None:
                stack.enter_context(self._live.shown())
            elif sys.stderr.isatty():
                stack.enter_context(spinner(self._flow))
            yield


class Live(Protocol):
    """What shows the steps while they run."""

    def heard(self, event: Event) -> None:
        """Take note of what happens."""

    def shown(self) -> AbstractContextManager[None]:
        """Keep it on the terminal meanwhile."""


def on_terminal() -> bool:
    """Whether standard error is a terminal on which something can be drawn again and again."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def live_steps(flow: Flow) -> Live:
    """Return what shows the steps of a flow."""
    from rich.console import Console  # noqa: PLC0415 - for terminals only, and it takes a while to import

    from chaindsl.cli.live import LiveSteps  # noqa: PLC0415 - see above

    return LiveSteps(flow, Console(stderr=True))


@contextmanager
def opened(run: Run, flow: Flow, file: str) -> Iterator[TraceWriter]:
    """Open a trace, and end it with how the run stands then."""
    try:
        recording = run.execution.program.recording
        about = head(run.id, flow, written_by=__version__, began=datetime.now(UTC), recording=recording)
        writer = TraceWriter(file, about)
    except OSError as error:
        raise ChainDslError("no-such-file", f"--trace {file}: {error.strerror or error}", file) from error
    with writer:
        writer.begin(run.execution.frame.cells, recording)
        yield writer
        writer.end(ending(run))


@contextmanager
def spinner(flow: str) -> Iterator[None]:
    """Turn something on the terminal's last line."""
    from rich.console import Console  # noqa: PLC0415 - for terminals only, and it takes a while to import

    with Console(stderr=True).status(f"{flow} is running"):
        yield
