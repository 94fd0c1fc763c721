"""Two folders of traces compared: how often steps failed, were tried again or fell back, before and after."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chaindsl.errors import ChainDslError
from chaindsl.trace.jsonl import TraceFileError
from chaindsl.view.diff.align import times_of
from chaindsl.view.diff.place import Key
from chaindsl.view.loaded import Loaded, load
from chaindsl.view.outcome import Outcome, of_attempts
from chaindsl.view.wording import brief, count

HEAD = ("step", "failed A", "failed B", "tried again A", "tried again B", "fell back A", "fell back B")
"""The columns of the table of steps."""


@dataclass
class Tally:
    """How often a step was come to, and how that went. Items of a list count one by one."""

    came: int = 0
    failed: int = 0
    retried: int = 0
    fell_back: int = 0

    def add(self, outcomes: list[Outcome]) -> None:
        """Count one place by the outcomes of its attempts."""
        whole = of_attempts(outcomes)
        self.came += 1
        self.failed += whole is Outcome.FAILED
        self.retried += len(outcomes) > 1
        self.fell_back += whole is Outcome.FALLBACK


@dataclass
class Folder:
    """All traces of one folder: how the runs ended, how the steps went, and the files that are none."""

    name: str
    runs: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    steps: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    unread: list[str] = field(default_factory=list)

    def add(self, trace: Loaded) -> None:
        """Count one run."""
        self.runs += 1
        self.statuses[trace.status] += 1
        places: dict[Key, list[Outcome]] = defaultdict(list)
        steps: dict[Key, str] = {}
        for key, attempt in times_of(trace.attempts):
            if not attempt.whole:
                places[key].append(attempt.outcome)
                steps[key] = f"{attempt.flow}/{attempt.step}"
        for at, outcomes in places.items():
            self.steps[steps[at]].add(outcomes)


def read_folder(path: Path) -> Folder:
    """Read every `.jsonl` file of a folder. Raises ChainDslError where none of them is a trace."""
    found = Folder(str(path))
    for file in sorted(path.glob("*.jsonl")):
        try:
            found.add(load(file))
        except TraceFileError as error:
            found.unread.append(error.issue.message)
    if not found.runs:
        hint = "name a folder with .jsonl files that chaindsl run --trace wrote"
        raise ChainDslError("no-trace", f"no file of {path} is a trace", str(path), hint=hint)
    return found


def same(left: Folder, right: Folder) -> bool:
    """Whether every rate is the same on both sides."""
    names = {*left.steps, *right.steps}
    return _shares(left.statuses, left.runs) == _shares(right.statuses, right.runs) and all(
        name in left.steps and name in right.steps and _rates(left.steps[name]) == _rates(right.steps[name])
        for name in names
    )


def _shares(statuses: Counter[str], runs: int) -> dict[str, float]:
    return {status: number / runs for status, number in statuses.items()}


def _rates(tally: Tally) -> tuple[float, ...]:
    came = tally.came or 1
    return tally.failed / came, tally.retried / came, tally.fell_back / came


def lines(left: Folder, right: Folder) -> Iterator[str]:
    """Yield what stands above the table."""
    for label, folder in (("A", left), ("B", right)):
        ended = ", ".join(f"{number} {brief(status)}" for status, number in sorted(folder.statuses.items()))
        yield f"{label}: {brief(folder.name, 200)}: {count(folder.runs, 'run')} ({ended})"
        yield from (f"   left out: {brief(why, 200)}" for why in folder.unread)


def rows(left: Folder, right: Folder) -> list[tuple[str, ...]]:
    """Return one row for each step, in the order in which they were first seen; counts, and rates in per cent."""
    found = []
    for name in dict.fromkeys([*left.steps, *right.steps]):
        cells = []
        for field_name in ("failed", "retried", "fell_back"):
            for folder in (left, right):
                tally = folder.steps.get(name)
                cells.append("–" if tally is None else _rate(getattr(tally, field_name), tally.came))
        found.append((brief(name), *cells))
    return found


def _rate(number: int, of: int) -> str:
    return f"{number}/{of} ({number / of:.1%})" if number else f"0/{of}"


def data(left: Folder, right: Folder) -> dict[str, Any]:
    """Return the comparison as plain JSON data."""
    return {"version": 1, "same": same(left, right), "left": _data(left), "right": _data(right)}


def _data(folder: Folder) -> dict[str, Any]:
    return {
        "folder": folder.name,
        "runs": folder.runs,
        "statuses": dict(sorted(folder.statuses.items())),
        "steps": {name: vars(tally) for name, tally in folder.steps.items()},
        "unread": folder.unread,
    }
