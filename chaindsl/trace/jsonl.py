"""Traces as JSON Lines: written as they happen, readable to the last whole line after a crash.

Every line is an object with a `kind`: first `run`, then `value` (what no step wrote: the inputs, and the rest before it
is first read) and `record`, at last `end`. A value stands in the file once: records name what they read by its
`revision`. What the lines hold is in `lines`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import IO, Any

from pydantic_core import PydanticSerializationError, to_json

from chaindsl.errors import ChainDslError
from chaindsl.trace.details import ABSENT
from chaindsl.trace.keep import HIDDEN, told
from chaindsl.trace.lines import KINDS, TRACE_VERSION, problem
from chaindsl.trace.record import Cell, Record
from chaindsl.trace.recording import Recording
from chaindsl.trace.stored import StoredTrace
from chaindsl.trace.unsaid import UNSAID

MOST_BYTES = 1 << 30
"""A file longer than this is not read: it would fill the memory."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


class TraceFileError(ChainDslError):
    """A file is no trace, or one that this version can't read."""


class TraceWriter:
    """Writes one run's trace. Call it with each record; what was written before a crash stays readable."""

    def __init__(self, path: str | Path, head: Mapping[str, Any]) -> None:
        self._path = Path(path)
        self._file: IO[bytes] = self._path.open("wb")
        self._revisions: dict[int, int] = {}
        self._cells: list[Cell] = []
        self._line({"kind": "run", "version": TRACE_VERSION, **head})

    def begin(self, inputs: Mapping[str, Cell], recording: Recording) -> None:
        """Write the run's inputs, also those that no step will come to read."""
        for key, cell in inputs.items():
            self._given(key, cell, recording, {"input": True})

    def __call__(self, record: Record) -> None:
        site, recording, known = record.site, record.site.recording, self._revisions
        pairs = zip(site.reads, record.cells, strict=True)
        reads = {
            key: known.get(id(cell)) or self._given(key, cell, recording) for key, cell in pairs if cell is not None
        }
        line = record.outline({"kind": "record", "revision": self._new(record)})
        line["reads"] = reads
        output = record.output
        if type(output) is str and len(output) <= recording.cap:
            line["output"] = output
            self._line(line)
        elif output is ABSENT or (output is None and site.writes is None):
            self._line(line)
        else:
            self._line(line, "output", output, recording)

    def end(self, data: Mapping[str, Any]) -> None:
        """Write how the run stopped, and close the file."""
        self._line({"kind": "end", **data})
        self.close()

    def resume(self) -> None:
        """Open the file again, for a run that goes on after its end was written."""
        self._file = self._path.open("ab")

    def close(self) -> None:
        """Close the file; without an end the run counts as interrupted."""
        self._file.close()

    def __enter__(self) -> "TraceWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _given(self, key: str, cell: Cell, recording: Recording, more: Mapping[str, Any] = NOTHING) -> int:
        """The number of a value that no record has, which is written down first."""
        number = self._new(cell)
        kept = HIDDEN if key in recording.redact else cell.output
        self._line({"kind": "value", "revision": number, "key": key, **more}, "value", kept, recording)
        return number

    def _new(self, cell: Cell) -> int:
        self._cells.append(cell)
        self._revisions[id(cell)] = len(self._cells)
        return len(self._cells)

    def _line(self, data: dict[str, Any], name: str = "", kept: object = None, by: Recording | None = None) -> None:
        """Write one line: plain data, and after it a kept value, which is JSON text already."""
        line = _encoded(data)
        if by is not None:
            value, size = told(kept, by.cap)
            text = f',"{name}":{value}' if size is None else f',"{name}":{value},"cut":{size}'
            line = b"%b%b}" % (line[:-1], text.encode())
        self._file.write(line + b"\n")
        self._file.flush()


def _encoded(data: dict[str, Any]) -> bytes:
    try:
        return to_json(data, inf_nan_mode="strings", fallback=str)
    except (PydanticSerializationError, UnicodeError):
        # A lone surrogate in a text has no UTF-8; escaped it is JSON all the same.
        return json.dumps(data, separators=(",", ":"), default=str).encode()


def read_trace(path: str | Path) -> StoredTrace:
    """Read a trace up to its last whole line. Raises TraceFileError for anything that was not written as one."""
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            message = f"{path} is longer than {MOST_BYTES >> 20} MB"
            raise TraceFileError("trace-too-long", message, str(path), hint="record less of each value, with cap=")
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) else error
        raise TraceFileError("trace-unreadable", f"{path} can't be read: {said}", str(path)) from error
    *whole, rest = data.split(b"\n")
    lines = [_object(line, number, path) for number, line in enumerate(whole, 1)]
    if not lines or lines[0].get("kind") != "run":
        hint = "write one with chaindsl run --trace FILE.jsonl"
        raise TraceFileError("no-trace", f"{path} is no trace: its first line describes no run", str(path), hint=hint)
    if lines[0].get("version") != TRACE_VERSION:
        found = lines[0].get("version")
        message = f"{path} has version {found} and this reads version {TRACE_VERSION}"
        raise TraceFileError("trace-version", message, str(path), hint="read it with the chaindsl that wrote it")
    for number, line in enumerate(lines, 1):
        kind = line.get("kind")
        if isinstance(kind, str) and kind in KINDS and (wrong := problem(line)):
            raise TraceFileError("trace-damaged", f"{path}:{number}: {wrong}", str(path))
    return _assembled(lines, torn=bool(rest))


def _assembled(lines: list[dict[str, Any]], *, torn: bool) -> StoredTrace:
    values: dict[int, Any] = {}
    given: dict[str, Mapping[str, Any]] = {}
    records = []
    end = None
    for line in lines[1:]:
        kind = line.pop("kind", None)
        if kind == "value":
            values[line["revision"]] = line["value"]
            if line.get("input"):
                given[line["key"]] = line
        elif kind == "record":
            values[line["revision"]], end = line.get("output"), None  # a run that goes on has not ended
            reads = {key: values.get(number) for key, number in line["reads"].items()}
            records.append({**UNSAID, "cut": None, **line, "reads": reads, "revisions": line["reads"]})
        elif kind == "end":
            end = line
    head = {key: value for key, value in lines[0].items() if key != "kind"}
    return StoredTrace(head, tuple(records), end, torn, given)


def _object(line: bytes, number: int, path: str | Path) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TraceFileError("trace-damaged", f"{path}:{number}: not JSON: {error}", str(path)) from error
    if not isinstance(found, dict):
        raise TraceFileError("trace-damaged", f"{path}:{number}: not an object", str(path))
    return found
