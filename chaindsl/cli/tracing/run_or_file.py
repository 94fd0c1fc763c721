"""What the commands for traces are given: a trace file, or a run that a store keeps."""

import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from chaindsl import __version__
from chaindsl.view.loaded import Loaded, load

Command = TypeVar("Command", bound=Callable[..., Any])


def store_option(command: Command) -> Command:
    """Let a command be told a store, whose runs it then takes in the place of files."""
    text = "Take runs by their ids from this store: a file, postgresql://…"
    return click.option("--store", "address", metavar="ADDRESS", help=text)(command)


def loaded(name: str, address: str | None) -> Loaded:
    """Return a trace: of a file, or with a store of the run of this id. Raises TraceFileError, StoreError."""
    return load(name) if address is None else _kept(name, address)


def _kept(run: str, address: str) -> Loaded:
    # Files need no store, and what opens one takes a while to import.
    from chaindsl.runtime.export import exported  # noqa: PLC0415
    from chaindsl.store.catalogue import open_store  # noqa: PLC0415

    with closing(open_store(address)) as store:
        head = store.head(run)
        lines = list(exported(head, store.graph(head.graph), tuple(store.rows(run)), __version__))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "run.jsonl"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", errors="backslashreplace")
        return replace(load(file), file=run)
