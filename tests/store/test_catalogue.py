"""What addresses of stores open, and what is said of those that open nothing."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chaindsl.store.catalogue import KINDS, open_store
from chaindsl.store.failure import StoreError, Unavailable
from chaindsl.store.memory import MemoryStore
from chaindsl.store.sqlite import SqliteStore


@pytest.mark.parametrize("made", [str, lambda path: f"sqlite:{path}"])
def test_a_path_is_a_sqlite_file(tmp_path: Path, made: Callable[[Path], str]) -> None:
    path = tmp_path / "runs ä %41?#.db"
    store = open_store(made(path))
    assert isinstance(store, SqliteStore)
    assert path.stat().st_mode & 0o777 == 0o600
    store.close()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [path.name]


def test_a_path_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_store("runs.db").close()
    open_store("sqlite:runs.db").close()
    assert (tmp_path / "runs.db").exists()


def test_memory_is_a_store_of_its_own() -> None:
    assert isinstance(open_store("memory:"), MemoryStore)


@pytest.mark.parametrize(
    "address",
    ["", ":memory:", "sqlite:", "sqlite:///x", "mysql://host/x", "foo:bar", "postgresql:", "postgresql://", "memory:x"],
)
def test_what_is_no_address_is_told_what_there_are(address: str) -> None:
    with pytest.raises(StoreError) as error:
        open_store(address)
    assert error.value.code == "bad-address"
    assert error.value.issue.message == f"{address!r} is no address of a store"
    assert [kind.form in str(error.value) for kind in KINDS] == [True] * len(KINDS)


@pytest.mark.parametrize(
    "address", ["mysql://me:secret@host/x", "postgresql://me:secret@127.0.0.1:1/x", "postgres://me:secret@["]
)
def test_no_error_holds_a_password(address: str) -> None:
    with pytest.raises(StoreError) as error:
        open_store(address)
    assert "secret" not in f"{error.value} {error.value.__cause__}"


def test_a_server_that_is_not_there_is_said() -> None:
    with pytest.raises(Unavailable, match=r"postgresql://127\.0\.0\.1:1/x can't be used: .*Connection refused"):
        open_store("postgresql://me@127.0.0.1:1/x")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing/x.db", "No such file or directory"),
        (".", "it can't be opened"),
        ("a\0b", "embedded null"),
        ("file/x", "Not a"),
    ],
)
def test_a_path_that_can_not_be_used_is_said(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unavailable, match=why):
        open_store(f"{tmp_path}/{name}")


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "chaindsl.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError) as error:
        open_store("postgresql://host/x")
    assert error.value.code == "missing-extra"
    assert error.value.issue.hint == "pip install 'chaindsl[postgres]'"


def test_a_setting_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="synchronous is one of full, normal, not 'off'"):
        SqliteStore(tmp_path / "x.db", "off")
