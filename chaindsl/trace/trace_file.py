"""The trace of a run as a file, written while the run goes on: what an application gives to a run as `on_event`."""

from pathlib import Path

from chaindsl import __version__
from chaindsl.errors import ChainDslError
from chaindsl.trace.event import Event, RunBegan, RunEnded, StepEnded
from chaindsl.trace.head import head
from chaindsl.trace.jsonl import TraceFileError, TraceWriter


class TraceFile:
    """Writes a run's trace, as `chaindsl run --trace` does: give it to a run as `on_event`.

    Each line is in the file as soon as what it tells has happened, so after a crash all is there but what was going
    on. A run that waits, or is tried again, goes on in the same file. `{run}` in the path stands for the run's id, and
    then there may be one run after another; side by side each needs a TraceFile of its own. Where the file can't be
    written, ChainDslError comes out of the run.
    """

    pieces = False

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        self._writer: TraceWriter | None = None
        self._run: str | None = None

    def __call__(self, event: Event) -> None:
        """Hear what happens."""
        match event:
            case RunBegan():
                self._began(event)
            case StepEnded(record) if self._writer is not None:
                self._writer(record)
            case RunEnded(end=end) if self._writer is not None:
                self._writer.end(end)

    def _began(self, event: RunBegan) -> None:
        path = self._path.replace("{run}", event.run)
        try:
            if self._run == event.run and self._writer is not None:
                self._writer.resume()
            else:
                self._open(path, event)
        except OSError as error:
            raise ChainDslError("no-such-file", f"{path} can't be written: {error.strerror or error}", path) from error

    def _open(self, path: str, event: RunBegan) -> None:
        if self._run is not None and path == self._path:
            hint = "give each run a TraceFile of its own, or put {run} into the path"
            raise TraceFileError("trace-taken", f"{path} has the trace of run {self._run}", path, hint=hint)
        opening = event.opening
        if opening is None:
            return
        about = head(event.run, opening.flow, written_by=__version__, began=opening.began, recording=opening.recording)
        self._writer, self._run = TraceWriter(path, about), event.run
        self._writer.begin(opening.inputs, opening.recording)
