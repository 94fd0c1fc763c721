"""Damage to a SQLite file is noticed, whatever it is: two hundred random kinds of it, and a log that was cut."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from chaindsl.store.failure import Damaged, StoreError, Unavailable
from chaindsl.store.row import Row
from chaindsl.store.sqlite import SqliteStore
from tests.store.place import Clock, create, dead, row
from tests.store.sample import Answers, write_sample

DAMAGES = 200
PAGE = 4_096
TABLES = {
    "chaindsl_graphs": ["digest", "graph", "hash"],
    "chaindsl_runs": [
        *("id", "flow", "graph", "digest", "status", "key", "stopped", "state", "revision", "fence", "owner", "beat"),
        *("created", "updated", "base", "seal"),
    ],
    "chaindsl_journal": ["place", "at", "kind", "data", "value", "hash"],
}
# `at` and `kind` of a mark are never read.
MARKS = "chaindsl_journal WHERE place % 4294967296 = 4294967295"
ODD = (None, 0, -1, 7, 2**40, 0.5, "", "x", "running", b"", b"\xff" * 32, "\ud7ff", '{"a":2}')
Hurt = Callable[[Path, random.Random], str]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Answers]:
    path = tmp_path_factory.mktemp("sample") / "sample.db"
    write_sample(path)
    store = SqliteStore(path)
    answers = Answers(store)
    assert store.damages() == ()
    store.close()
    return path, answers


def flip(path: Path, chance: random.Random) -> str:
    content = bytearray(path.read_bytes())
    places = [chance.randrange(len(content)) for _ in range(chance.choice((1, 1, 1, 3, 20)))]
    for place in places:
        content[place] ^= 1 << chance.randrange(8)
    path.write_bytes(content)
    return f"flipped a bit at {places}"


def blank(path: Path, chance: random.Random) -> str:
    content = bytearray(path.read_bytes())
    start, length = chance.randrange(len(content)), chance.choice((1, 16, 100, 512, PAGE, 3 * PAGE))
    content[start : start + length] = bytes(len(content[start : start + length]))
    path.write_bytes(content)
    return f"blanked {length} bytes at {start}"


def scribble(path: Path, chance: random.Random) -> str:
    content = bytearray(path.read_bytes())
    start, length = chance.randrange(len(content)), chance.choice((2, 16, 200, PAGE))
    content[start : start + length] = chance.randbytes(len(content[start : start + length]))
    path.write_bytes(content)
    return f"scribbled {length} bytes at {start}"


def cut(path: Path, chance: random.Random) -> str:
    content = path.read_bytes()
    length = chance.choice((0, 1, 50, 100, PAGE, chance.randrange(len(content)), len(content) - 1))
    path.write_bytes(content[:length])
    return f"cut to {length} bytes"


def swap_pages(path: Path, chance: random.Random) -> str:
    content = path.read_bytes()
    one, other = sorted(chance.sample(range(len(content) // PAGE), 2))
    pages = [content[place : place + PAGE] for place in range(0, len(content), PAGE)]
    pages[one], pages[other] = pages[other], pages[one]
    path.write_bytes(b"".join(pages))
    return f"swapped pages {one} and {other}"


def through_sql(work: Callable[[sqlite3.Connection, random.Random], str]) -> Hurt:
    def hurt(path: Path, chance: random.Random) -> str:
        with sqlite3.connect(path, isolation_level=None) as connection:
            done = work(connection, chance)
        connection.close()
        return done

    return hurt


def edit(connection: sqlite3.Connection, chance: random.Random) -> str:
    table = chance.choice(list(TABLES))
    column = chance.choice(TABLES[table])
    key = TABLES[table][0]
    name = chance.choice(names(connection, table))
    value = chance.choice(ODD)
    try:
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, name))
    except sqlite3.Error as error:
        return f"refused: {error}"
    return f"set {column} of {name!r} in {table} to {value!r}"


def delete(connection: sqlite3.Connection, chance: random.Random) -> str:
    table = chance.choice(list(TABLES))
    name = chance.choice(names(connection, table))
    connection.execute(f"DELETE FROM {table} WHERE {TABLES[table][0]} = ?", (name,))
    return f"deleted {name!r} from {table}"


def swap(connection: sqlite3.Connection, chance: random.Random) -> str:
    table = chance.choice(list(TABLES))
    one, other = chance.sample(names(connection, table), 2)
    key, *columns = TABLES[table]
    some = [column for column in columns if column not in ("base", "key")]
    take = f"SELECT {', '.join(some)} FROM {table} WHERE {key} = ?"
    first, second = (connection.execute(take, (name,)).fetchone() for name in (one, other))
    put = f"UPDATE {table} SET {', '.join(f'{column} = ?' for column in some)} WHERE {key} = ?"
    connection.execute(put, (*second, one))
    connection.execute(put, (*first, other))
    return f"swapped {one!r} and {other!r} in {table}"


def cut_tail(connection: sqlite3.Connection, chance: random.Random) -> str:
    name = chance.choice(names(connection, "chaindsl_runs"))
    (base,) = connection.execute("SELECT base FROM chaindsl_runs WHERE id = ?", (name,)).fetchone()
    span = "FROM chaindsl_journal WHERE place > ? AND place < ?"
    (last,) = connection.execute(f"SELECT MAX(place) {span}", (base, base + 2**32 - 1)).fetchone()
    connection.execute(f"DELETE {span}", (last - chance.randrange(3), base + 2**32 - 1))
    connection.execute("DELETE FROM chaindsl_journal WHERE place = ?", (last,))
    return f"cut the tail of {name}"


def names(connection: sqlite3.Connection, table: str) -> list[object]:
    return [name for (name,) in connection.execute(f"SELECT {TABLES[table][0]} FROM {table} ORDER BY 1")]


HURTS: tuple[Hurt, ...] = (
    *(flip, flip, blank, scribble, cut, swap_pages),
    *(through_sql(work) for work in (edit, edit, delete, swap, cut_tail)),
)


def looked_at(path: Path) -> tuple[list[str], Answers | None]:
    """Return what is noticed, and what the store says nevertheless."""
    try:
        store = SqliteStore(path, timeout=1)
    except (Damaged, Unavailable) as error:
        return [str(error)], None
    try:
        answers = Answers(store)
        return list(store.damages()), answers
    except (Damaged, Unavailable) as error:
        return [str(error)], None
    finally:
        store.close()


@pytest.mark.parametrize("part", range(4))
def test_damage_is_noticed_or_does_not_matter(sample: tuple[Path, Answers], tmp_path: Path, part: int) -> None:
    original, right = sample
    path = tmp_path / "hurt.db"
    unnoticed = []
    for seed in range(part * DAMAGES // 4, (part + 1) * DAMAGES // 4):
        chance = random.Random(seed)
        shutil.copyfile(original, path)
        done = HURTS[seed % len(HURTS)](path, chance)
        noticed, answers = looked_at(path)
        if not noticed and answers != right:
            unnoticed.append(f"{seed}: {done}")
        if answers is not None:
            unnoticed += [f"{seed}: {done}: {wrong} is wrong" for wrong in answers.wrong(right)]
    assert unnoticed == []


def test_most_damage_matters(sample: tuple[Path, Answers], tmp_path: Path) -> None:
    original, _ = sample
    path = tmp_path / "hurt.db"
    noticed = 0
    for seed in range(22):
        shutil.copyfile(original, path)
        HURTS[seed % len(HURTS)](path, random.Random(seed))
        noticed += bool(looked_at(path)[0])
    assert noticed > 14


def log_of(folder: Path) -> tuple[Path, list[tuple[int, int]]]:
    """Write a store that nobody closed; return it, and how long its log was after so many rows."""
    path = folder / "open.db"
    store = SqliteStore(path, now=Clock())
    lease = create(store, "r1", row("start"))
    log = path.with_name("open.db-wal")
    lengths = [(log.stat().st_size, 1)]
    for number in range(30):
        store.append(lease, [row(f"a{number}", '"x"' * (1 + number % 3 * 900)), row(f"b{number}")])
        lengths.append((log.stat().st_size, lease.rows))
    copy = folder / "copy.db"
    shutil.copyfile(path, copy)
    shutil.copyfile(log, copy.with_name("copy.db-wal"))
    store.close()
    return copy, lengths


def test_a_log_that_was_cut_keeps_every_step_that_is_in_it_whole(tmp_path: Path) -> None:
    path, lengths = log_of(tmp_path)
    log = path.with_name("copy.db-wal").read_bytes()
    chance = random.Random(1)
    cuts = [size + more for size, _ in lengths for more in (-1, 0, 1)] + [chance.randrange(len(log)) for _ in range(30)]
    for number, length in enumerate([0, 1, 31, 32, 33, *cuts]):
        again = tmp_path / f"cut{number}.db"
        shutil.copyfile(path, again)
        again.with_name(f"{again.name}-wal").write_bytes(log[:length])
        store = SqliteStore(again, "normal")
        expected = max((rows for size, rows in lengths if size <= length), default=None)
        found = [head.rows for head in store.heads()]
        assert found == ([] if expected is None else [expected]), length
        assert store.damages() == ()
        if expected is not None:
            assert sum(1 for _ in store.rows("r1")) == expected
            store.append(store.claim("r1", "she:1:1", alive=dead), [row("on")])
        store.close()


def test_a_log_in_which_a_bit_flipped_keeps_a_beginning(tmp_path: Path) -> None:
    path, lengths = log_of(tmp_path)
    log = path.with_name("copy.db-wal").read_bytes()
    for seed in range(40):
        content = bytearray(log)
        place = random.Random(seed).randrange(len(content))
        content[place] ^= 4
        again = tmp_path / f"flip{seed}.db"
        shutil.copyfile(path, again)
        again.with_name(f"{again.name}-wal").write_bytes(content)
        store = SqliteStore(again, "normal")
        whole = {rows for size, rows in lengths}
        assert {head.rows for head in store.heads()} <= whole
        assert store.damages() == ()
        store.close()


def test_an_empty_file_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    with pytest.raises(Damaged, match="the file is empty"):
        SqliteStore(path)


def test_a_log_without_its_file_is_not_taken_for_another(tmp_path: Path) -> None:
    path, _ = log_of(tmp_path)
    path.unlink()
    with pytest.raises(Damaged, match=r"the file is gone, and its copy\.db-wal is still there"):
        SqliteStore(path)
    assert not path.exists()


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (a)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(Unavailable, match="it is no store of layout 1"):
        SqliteStore(path)
    assert path.read_bytes()[100:] == before[100:]


@pytest.mark.parametrize("statement", ["DROP INDEX chaindsl_keys", "CREATE TABLE more (a)", "DROP TABLE chaindsl_runs"])
def test_other_tables_than_a_stores_are_damage(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "store.db"
    SqliteStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(Damaged, match="its tables are not those of a store"):
        SqliteStore(path)


def test_damage_is_told_by_what_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    write_sample(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE chaindsl_runs SET status = 'completed' WHERE id = 'run3'")
        connection.execute("UPDATE chaindsl_graphs SET graph = '{}' WHERE digest = 'g1'")
        (base,) = connection.execute("SELECT base FROM chaindsl_runs WHERE id = 'run5'").fetchone()
        connection.execute("UPDATE chaindsl_journal SET value = '9' WHERE place = ?", (base + 3,))
        (gone,) = connection.execute("SELECT base FROM chaindsl_runs WHERE id = 'run6'").fetchone()
        connection.execute("DELETE FROM chaindsl_runs WHERE id = 'run6'")
    connection.close()
    store = SqliteStore(path)
    assert store.damages() == (
        "run run3 is damaged: its head is not what was written",
        "run run5 is damaged: row 3 is not what was written",
        f"journal {gone // 2**32} is damaged: its run is gone",
        "graph g1 is damaged: it is not what was written",
    )
    with pytest.raises(Damaged):
        store.claim("run5", "she:1:1", alive=dead)
    with pytest.raises(Damaged):
        store.graph("g1")
    with pytest.raises(StoreError):
        store.heads()
    store.append(store.claim("run4", "she:1:1", alive=dead), [Row("on", "{}")])
    store.close()
