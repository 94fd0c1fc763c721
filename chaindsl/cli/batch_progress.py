"""What a batch tells on standard error while it goes on: a bar on a terminal, a line now and then anywhere else."""

import sys
import time
from types import TracebackType
from typing import Any

import click

from chaindsl.runtime.batch import Batch, Result

EVERY = 10.0
"""Seconds between two lines where there is no terminal."""


class BatchProgress:
    """Hears every result. `earlier` inputs were done by an earlier start."""

    def __init__(self, flow: str, batch: Batch, earlier: int) -> None:
        self._flow = flow
        self._batch = batch
        self._earlier = earlier
        self._began = self._said = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> "BatchProgress":
        if sys.stderr.isatty():
            # rich is for terminals only, and takes a while to import.
            from rich.console import Console  # noqa: PLC0415 - see above
            from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415 - see above

            columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(self._line())
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def heard(self, result: Result) -> None:
        """Tell how far the batch is."""
        if self._bar is not None:
            self._bar.update(self._task, description=self._line())
        elif time.monotonic() - self._said >= EVERY:
            self._said = time.monotonic()
            click.echo(self._line(), err=True)

    def _line(self) -> str:
        batch = self._batch
        rate = batch.done / max(time.monotonic() - self._began, 0.001)
        return (
            f"{self._flow}: {self._earlier + batch.done} done, {batch.failed} failed, {rate:.1f} a second, "
            f"{batch.spent.calls} calls, {batch.spent.tokens} tokens"
        )
