"""A store's file with something of everything in it, and all that can be read from it."""

import json
from pathlib import Path

from chaindsl.store.failure import StoreError
from chaindsl.store.head import Head, Standing
from chaindsl.store.row import Kept, Row
from chaindsl.store.sqlite import SqliteStore
from chaindsl.store.store import Store
from tests.store.place import ME, Clock

RUNS = 12
GRAPHS = 3
LARGE = json.dumps("värde" * 4_000)
STANDINGS = (Standing("waiting", "decision", "review"), Standing("completed", "final", "done"))


def write_sample(path: Path) -> None:
    """Write runs that wait, have completed, or are being advanced; each has a journal."""
    store = SqliteStore(path, "normal", now=Clock())
    for number in range(RUNS):
        graph = f"g{number % GRAPHS}"
        head = Head(f"run{number}", f"flow{number % 2}", graph, f"d{number}", "running", f"key{number}")
        lease = store.create(head, json.dumps({"name": graph, "text": "x" * 500}), [Row("start", "{}", '{"a":1}')], ME)
        for step in range(number * 2):
            value = LARGE if step == 5 else json.dumps({"step": step, "run": number})
            store.append(lease, [Row("intent", '{"n":1}'), Row("result", json.dumps({"step": step}), value)])
        if number % 3:
            store.stop(lease, [Row("stop", "{}")], STANDINGS[number % 2])
    store.close()


class Answers:
    """Everything that a store says, by what was asked; what it refuses is an answer too."""

    def __init__(self, store: Store) -> None:
        self.graphs = {f"g{number}": said(store, f"g{number}") for number in range(GRAPHS)}
        self.heads = {f"run{number}": stood(store, f"run{number}") for number in range(RUNS)}
        self.found = {f"run{number}": found(store, number) for number in range(RUNS)}
        self.rows = {f"run{number}": journal(store, f"run{number}") for number in range(RUNS)}
        self.listed = listed(store)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answers) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return id(self)

    def wrong(self, right: "Answers") -> list[str]:
        """Return where something was said that is neither right nor a refusal."""
        pairs = {
            name: (getattr(self, name)[key], getattr(right, name)[key])
            for name in ("graphs", "heads")
            for key in getattr(right, name)
        }
        wrong = [name for name, (said, true) in pairs.items() if said != true and not isinstance(said, str | None)]
        for run, (kept, _) in self.rows.items():
            if kept != right.rows[run][0][: len(kept)]:
                wrong.append(run)
        return wrong


def said(store: Store, digest: str) -> str:
    try:
        return store.graph(digest)
    except StoreError as error:
        return error.code


def stood(store: Store, run: str) -> Head | str:
    try:
        return store.head(run)
    except StoreError as error:
        return error.code


def found(store: Store, number: int) -> Head | str | None:
    try:
        return store.find(f"flow{number % 2}", f"key{number}")
    except StoreError as error:
        return error.code


def journal(store: Store, run: str) -> tuple[list[Kept], str]:
    kept: list[Kept] = []
    try:
        for row in store.rows(run):
            kept.append(row)  # noqa: PERF402  # what came before a refusal counts
    except StoreError as error:
        return kept, error.code
    return kept, ""


def listed(store: Store) -> list[Head] | str:
    try:
        return list(store.heads(limit=1_000))
    except StoreError as error:
        return error.code
