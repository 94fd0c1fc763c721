"""What a run tells on standard error while it goes on, and the file that its records are written to."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TextIO

import click

from chaindsl.cli.outcome import result, where
from chaindsl.cli.table import cut
from chaindsl.trace.record import Record

WIDTH = 110


class Progress:
    """Hears every record of a run: a line on standard error, and a line of JSON in `file` where there is one."""

    def __init__(self, flow: str, file: TextIO | None) -> None:
        self._flow = flow
        self._file = file

    def heard(self, record: Record) -> None:
        """Tell of one record, at once."""
        click.echo(cut(f"{self._flow}: {where(record)}: {result(record)}", WIDTH), err=True)
        if self._file is not None:
            self._file.write(json.dumps(record.to_data(), ensure_ascii=False) + "\n")
            self._file.flush()

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Let a terminal show that something goes on."""
        with spinner(self._flow) if sys.stderr.isatty() else nullcontext():
            yield


@contextmanager
def spinner(flow: str) -> Iterator[None]:
    """Turn something on the terminal's last line."""
    from rich.console import Console  # noqa: PLC0415 - for terminals only, and it takes a while to import

    with Console(stderr=True).status(f"{flow} is running"):
        yield
