"""What happens where a commit was done and its answer was lost, or a database fails in the middle."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chaindsl.store.failure import Fenced, Unavailable
from chaindsl.store.sqlite import SqliteStore
from tests.store.place import WAITING, create, dead, kept, row


class Flaky:
    """A connection that fails once at a statement, before or after it was done."""

    def __init__(self, inner: Any, statement: str, *, done: bool) -> None:
        self._inner = inner
        self._statement = statement
        self._done = done

    def execute(self, statement: str, parameters: Any = ()) -> Any:
        if self._statement and statement.startswith(self._statement):
            self._statement = ""
            if self._done:
                self._inner.execute(statement, parameters)
            error = sqlite3.OperationalError("the line went dead")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error
        return self._inner.execute(statement, parameters)

    def close(self) -> None:
        self._inner.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "store.db", "normal")
    yield store
    store.close()


def break_at(store: SqliteStore, statement: str, *, done: bool) -> None:
    pool = store._database._pool
    pool.give(Flaky(pool.take(store._database.connect), statement, done=done))


@pytest.mark.parametrize("statement", ["BEGIN", "UPDATE", "INSERT", "COMMIT"])
@pytest.mark.parametrize("done", [False, True])
def test_an_append_that_failed_can_be_done_again(store: SqliteStore, statement: str, done: bool) -> None:
    lease = create(store, "r1", row("a"))
    break_at(store, statement, done=done)
    with pytest.raises(Unavailable):
        store.append(lease, [row("b"), row("c", "1")])
    committed = done and statement == "COMMIT"
    assert len(kept(store)) == (3 if committed else 1)
    store.append(lease, [row("b"), row("c", "1")])
    store.append(lease, [row("d")])
    assert kept(store) == [(1, row("a")), (2, row("b")), (3, row("c", "1")), (4, row("d"))]
    assert store.damages() == ()


def test_other_rows_after_an_append_whose_end_is_unknown_are_refused(store: SqliteStore) -> None:
    lease = create(store)
    break_at(store, "COMMIT", done=True)
    with pytest.raises(Unavailable):
        store.append(lease, [row("b")])
    for rows in ([row("other")], [row("b"), row("c")], []):
        with pytest.raises(Fenced):
            store.append(lease, rows)
    assert kept(store) == [(1, row("b"))]
    assert store.claim("r1", "she:1:1", alive=dead).rows == 1


def test_a_stop_goes_on_behind_rows_whose_end_is_unknown(store: SqliteStore) -> None:
    lease = create(store)
    break_at(store, "COMMIT", done=True)
    with pytest.raises(Unavailable):
        store.append(lease, [row("b")])
    assert store.stop(lease, [row("b")], WAITING).rows == 1
    assert kept(store) == [(1, row("b"))]


@pytest.mark.parametrize("statement", ["BEGIN", "SELECT", "UPDATE", "INSERT"])
def test_a_stop_that_failed_changed_nothing(store: SqliteStore, statement: str) -> None:
    lease = create(store, "r1", row("a"))
    before = store.head("r1")
    break_at(store, statement, done=False)
    with pytest.raises(Unavailable):
        store.stop(lease, [row("b")], WAITING)
    assert store.head("r1") == before
    assert store.stop(lease, [row("b")], WAITING).revision == 1


def test_an_interrupt_in_the_middle_leaves_nothing_behind(store: SqliteStore) -> None:
    lease = create(store)

    def interrupted(_: object) -> None:
        store._database.read("SELECT 1")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store._database.write(interrupted)
    store.append(lease, [row("a")])
    assert kept(store) == [(1, row("a"))]
