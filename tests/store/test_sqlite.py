"""What only a file has: it is made once, locked, taken away, or not to be written."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chaindsl.store.failure import StoreError, Unavailable
from chaindsl.store.row import Row
from chaindsl.store.sqlite import SqliteStore
from tests.store.place import ME, create, head, kept, row


def test_many_may_make_the_file(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with ThreadPoolExecutor(16) as threads:
        stores = list(threads.map(lambda _: SqliteStore(path), range(16)))
    create(stores[0], "r1", row("a"))
    assert [kept(store) for store in stores] == [[(1, row("a"))]] * 16
    for store in stores:
        store.close()
    assert [entry.name for entry in tmp_path.iterdir()] == ["store.db"]


def test_a_file_that_is_kept_locked_is_unavailable_and_then_is_not(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db", timeout=0.05)
    lease = create(store)
    other = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="another process has kept it locked for too long"):
        store.append(lease, [row("a")])
    assert store.head("r1").rows == 0
    other.execute("ROLLBACK")
    other.close()
    store.append(lease, [row("a")])
    assert kept(store) == [(1, row("a"))]
    store.close()


def test_a_file_that_was_taken_away_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = SqliteStore(path)
    create(store)
    store._database._pool.drop(store._database._pool.take(store._database.connect))
    path.rename(tmp_path / "elsewhere.db")
    with pytest.raises(Unavailable, match="it can't be opened"):
        store.head("r1")
    assert not path.exists()
    store.close()


def test_a_text_that_is_too_big_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    lease = create(store)
    connection = store._database._pool.take(store._database.connect)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 5_000)  # type: ignore[attr-defined]
    store._database._pool.give(connection)
    with pytest.raises(StoreError) as error:
        store.append(lease, [row("a"), Row("b", "{}", "x" * 6_000)])
    assert error.value.code == "too-big"
    store.append(lease, [row("a")])
    assert kept(store) == [(1, row("a"))]
    store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_not_be_written_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    SqliteStore(path).close()
    path.chmod(0o400)
    with pytest.raises(Unavailable):
        SqliteStore(path).create(head(), "{}", [], ME)


def test_both_settings_keep_the_same(tmp_path: Path) -> None:
    for synchronous, number in (("full", 2), ("normal", 1)):
        store = SqliteStore(tmp_path / f"{synchronous}.db", synchronous)
        assert store._database.read("PRAGMA synchronous") == [(number,)]
        create(store, "r1", row("a"))
        assert kept(store) == [(1, row("a"))]
        store.close()
