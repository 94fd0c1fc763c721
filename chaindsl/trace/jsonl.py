"""Traces as JSON Lines: written as they happen, readable to the last whole line after a crash.

Every line is an object with a `kind`: first `run`, then `value` (what no step wrote, before it is first read) and
`record`, at last `end`. A value stands in the file once: records name what they read by its `revision`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from chaindsl.errors import ChainDslError
from chaindsl.trace.keep import HIDDEN, plain
from chaindsl.trace.record import Cell, Record
from chaindsl.trace.recording import Recording

TRACE_VERSION = 1
"""The version of the lines; it changes when a reader of the old form would misread the new one."""


class TraceFileError(ChainDslError):
    """A file is no trace, or one that this version can't read."""


class TraceWriter:
    """Writes one run's trace. Call it with each record; what was written before a crash stays readable."""

    def __init__(self, path: str | Path, head: Mapping[str, Any]) -> None:
        # A lone surrogate in a text has no UTF-8; escaped it is JSON all the same.
        self._file: IO[str] = Path(path).open("w", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115  closed by `end` or `close`
        self._revisions: dict[int, int] = {}
        self._cells: list[Cell] = []
        self._line({"kind": "run", "version": TRACE_VERSION, **head})

    def __call__(self, record: Record) -> None:
        recording = record.site.recording
        pairs = zip(record.site.reads, record.cells, strict=True)
        reads = {key: self._revision(key, cell, recording) for key, cell in pairs if cell is not None}
        self._line({"kind": "record", "revision": self._new(record), **record.to_data(), "reads": reads})

    def end(self, data: Mapping[str, Any]) -> None:
        """Write how the run stopped, and close the file."""
        self._line({"kind": "end", **data})
        self.close()

    def close(self) -> None:
        """Close the file; without an end the run counts as interrupted."""
        self._file.close()

    def __enter__(self) -> "TraceWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _revision(self, key: str, cell: Cell, recording: Recording) -> int:
        """The number of a value, written down first if no record has."""
        known = self._revisions.get(id(cell))
        if known is not None:
            return known
        number = self._new(cell)
        kept = HIDDEN if key in recording.redact else cell.output
        self._line({"kind": "value", "revision": number, "key": key, "value": plain(kept, recording.cap)})
        return number

    def _new(self, cell: Cell) -> int:
        self._cells.append(cell)
        self._revisions[id(cell)] = len(self._cells)
        return len(self._cells)

    def _line(self, data: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str) + "\n")
        self._file.flush()


@dataclass(frozen=True, slots=True)
class StoredTrace:
    """What a file holds: the run's head, its records with what they read in the place of revisions, and its end.

    `end` is None where the run was interrupted. `torn` says that the last line was cut off and left out.
    """

    head: Mapping[str, Any]
    records: tuple[Mapping[str, Any], ...] = ()
    end: Mapping[str, Any] | None = None
    torn: bool = field(default=False)


def read_trace(path: str | Path) -> StoredTrace:
    """Read a trace up to its last whole line. Raises TraceFileError for anything that was not written as one."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise TraceFileError("trace-unreadable", f"{path} can't be read: {error.strerror}", str(path)) from error
    *whole, rest = data.split(b"\n")
    lines = [_object(line, number, path) for number, line in enumerate(whole, 1)]
    if not lines or lines[0].get("kind") != "run":
        raise TraceFileError("no-trace", f"{path} is no trace: its first line describes no run", str(path))
    if lines[0].get("version") != TRACE_VERSION:
        found = lines[0].get("version")
        message = f"{path} has version {found} and this reads version {TRACE_VERSION}"
        raise TraceFileError("trace-version", message, str(path))
    return _assembled(lines, torn=bool(rest))


def _assembled(lines: list[dict[str, Any]], *, torn: bool) -> StoredTrace:
    values: dict[int, Any] = {}
    records = []
    end = None
    for line in lines[1:]:
        kind = line.pop("kind", None)
        if kind == "value":
            values[line["revision"]] = line["value"]
        elif kind == "record":
            values[line["revision"]] = line["output"]
            records.append({**line, "reads": {key: values.get(number) for key, number in line["reads"].items()}})
        elif kind == "end":
            end = line
    head = {key: value for key, value in lines[0].items() if key != "kind"}
    return StoredTrace(head, tuple(records), end, torn)


def _object(line: bytes, number: int, path: str | Path) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise TraceFileError("trace-damaged", f"{path}:{number}: not JSON: {error}", str(path)) from error
    if not isinstance(found, dict):
        raise TraceFileError("trace-damaged", f"{path}:{number}: not an object", str(path))
    return found
