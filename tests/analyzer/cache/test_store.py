"""Entries are there whole or not at all, whatever happens to their files."""

import os
import random
import stat
from pathlib import Path

import pytest

from analyzer.cache.store import KEPT, LONGEST, PRUNED, TAG, Store

NAME = "ab" + "0" * 38


def path(folder: Path, name: str = NAME) -> Path:
    return folder / name[:2] / name[2:]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(str(tmp_path / "cache"))
    made.put(NAME, b"found")
    return made


@pytest.fixture
def file(tmp_path: Path, store: Store) -> Path:
    return path(tmp_path / "cache")


def test_what_is_put_can_be_got(store: Store) -> None:
    assert store.get(NAME) == b"found"
    assert store.get("ab" + "1" * 38) is None
    store.put(NAME, b"other")
    assert store.get(NAME) == b"other"


def test_nothing_is_made_before_something_is_put(tmp_path: Path) -> None:
    assert Store(str(tmp_path / "cache")).get(NAME) is None
    assert not (tmp_path / "cache").exists()


def test_the_folder_says_what_it_is_and_is_the_users_own(tmp_path: Path, store: Store) -> None:
    assert (tmp_path / "cache" / TAG).read_bytes().startswith(b"Signature: 8a477f597d28d172789f06886806bc55\n")
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700
    assert sorted(entry.name for entry in (tmp_path / "cache").iterdir()) == [TAG, "ab", PRUNED]


def test_no_half_of_an_entry_counts(store: Store, file: Path) -> None:
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        assert store.get(NAME) is None


def test_no_changed_byte_goes_unnoticed(store: Store, file: Path) -> None:
    whole = file.read_bytes()
    chance = random.Random(3)
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << chance.randrange(8)
        file.write_bytes(damaged)
        assert store.get(NAME) is None


def test_what_is_no_file_is_no_entry(store: Store, file: Path) -> None:
    file.unlink()
    os.mkfifo(file)
    assert store.get(NAME) is None
    file.unlink()
    file.mkdir()
    assert store.get(NAME) is None
    store.put(NAME, b"found")
    assert store.get(NAME) is None
    file.rmdir()
    with file.open("wb") as opened:
        opened.truncate(LONGEST + 1)
    assert store.get(NAME) is None


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_can_not_be_written_is_no_cache(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    store = Store(str(tmp_path / "cache"))
    store.put(NAME, b"found")
    assert store.get(NAME) is None


def test_a_file_where_the_folder_should_be_is_no_cache(tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    store = Store(str(tmp_path / "cache"))
    store.put(NAME, b"found")
    assert store.get(NAME) is None


def test_what_nobody_asks_for_goes_after_a_while(tmp_path: Path, store: Store, file: Path) -> None:
    foreign = tmp_path / "cache" / "notes.txt"
    foreign.touch()
    stale = path(tmp_path / "cache", "ab" + "2" * 38)
    stale.touch()
    for old in (stale, foreign, tmp_path / "cache" / PRUNED, file):
        os.utime(old, (0, file.stat().st_mtime - KEPT - 60))
    assert store.get(NAME) == b"found"
    Store(str(tmp_path / "cache")).put("cd" + "3" * 38, b"new")
    assert not stale.exists()
    assert foreign.exists()
    assert store.get(NAME) == b"found"
