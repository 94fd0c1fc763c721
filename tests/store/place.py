"""Where the tests of the contract keep runs: memory, a file, a database of the server; and a clock to set."""

import itertools
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import psycopg

from chaindsl.store.head import Head, Standing
from chaindsl.store.lease import Lease
from chaindsl.store.memory import MemoryStore
from chaindsl.store.postgres import PostgresStore
from chaindsl.store.row import Row
from chaindsl.store.sqlite import SqliteStore
from chaindsl.store.store import Store

GRAPH = '{"name":"flow"}'
ME = "here:1:1"
SHE = "there:2:2"
WAITING = Standing("waiting", "decision", "review")
_NUMBERS = itertools.count(1)


class Clock:
    """Gives the time that was set last, a second later each time."""

    def __init__(self, at: float = 1_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        self.at += 1.0
        return self.at


class Place:
    """One kind of place; each `fresh` address is a new one in which nothing is kept."""

    def __init__(self, kind: str, folder: Path, host: str | None = None) -> None:
        self.kind = kind
        self._folder = folder
        self._host = host
        self._opened: list[Store] = []

    def fresh(self) -> str:
        number = next(_NUMBERS)
        if self._host is None:
            return f"sqlite:{self._folder / f'store{number}.db'}" if self.kind == "sqlite" else "memory:"
        with psycopg.connect(host=self._host, user="postgres", dbname="postgres") as connection:
            connection.execute(f"CREATE SCHEMA place{number}".encode())
        given = f"host={quote(self._host, safe='')}&options={quote(f'-csearch_path=place{number}')}"
        return f"postgresql://postgres@/postgres?{given}"

    def open(self, address: str | None = None, now: Callable[[], float] | None = None) -> Store:
        """Open a store, which is closed when the test ends."""
        address = self.fresh() if address is None else address
        now = Clock() if now is None else now
        store: Store
        if self.kind == "memory":
            store = MemoryStore(now=now)
        elif self.kind == "sqlite":
            store = SqliteStore(address.removeprefix("sqlite:"), now=now)
        else:
            store = PostgresStore(address, now=now)
        self._opened.append(store)
        return store

    def forget(self) -> None:
        """Close nothing of what was opened so far."""
        self._opened.clear()

    def close(self) -> None:
        for store in self._opened:
            store.close()


def head(run: str = "r1", *, flow: str = "flow", key: str | None = None, graph: str = "g1") -> Head:
    """A head to start with."""
    return Head(run, flow, graph, "d1", "running", key)


def create(store: Store, run: str = "r1", *rows: Row, owner: str = ME, key: str | None = None) -> Lease:
    return store.create(head(run, key=key), GRAPH, rows, owner)


def waiting(store: Store, run: str = "r1", *rows: Row) -> Head:
    """Keep a run that waits for a decision."""
    return store.stop(create(store, run), rows, WAITING)


def row(name: str, value: str | None = None) -> Row:
    return Row(name, f'{{"name":"{name}"}}', value)


def kept(store: Store, run: str = "r1", after: int = 0) -> list[tuple[int, Row]]:
    """A journal without its times."""
    return [(found.number, found.row) for found in store.rows(run, after)]


def dead(_: Head) -> bool:
    return False


def living(_: Head) -> bool:
    return True
