"""The records of a run one at a time, for whoever wants to see them while it goes on."""

from collections.abc import Generator, Iterator

from chaindsl.runtime.action import Stop
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Status
from chaindsl.trace.record import Record


class Records(Iterator[Record]):
    """The records of a run as they are made; the run goes on only while somebody asks for the next one.

    `run` is the run itself: where it stands, at any time.
    """

    def __init__(self, run: Run, records: Generator[Record, None, None]) -> None:
        self.run = run
        self._records = records

    def __next__(self) -> Record:
        return next(self._records)

    def close(self) -> None:
        """End the run here."""
        self._records.close()
        if self.run.status is Status.RUNNING:  # nobody has asked for a record yet
            self.run.execution.broken(self.run, GeneratorExit())


def as_made(steps: Generator[None, None, Stop], records: list[Record]) -> Generator[Record, None, Stop]:
    """Yield the records that each step of a driver adds; the last value is how the core stopped."""
    handed = 0
    ended = False
    stop: Stop = None
    while not ended:
        try:
            next(steps)
        except StopIteration as end:
            stop, ended = end.value, True
        while handed < len(records):
            handed += 1
            yield records[handed - 1]
    return stop
