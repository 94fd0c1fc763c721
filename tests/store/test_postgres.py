"""What only a server has: connections that are lost, tables that many make at once, damage through SQL."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from chaindsl.store.failure import Damaged, KeyTaken, NoRun, Unavailable
from chaindsl.store.postgres import PostgresStore
from tests.store.place import GRAPH, ME, Place, create, dead, head, kept, row, waiting

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture
def place(server: str, tmp_path: Path) -> Iterator[Place]:
    place = Place("postgres", tmp_path, server)
    yield place
    place.close()


@pytest.fixture
def address(place: Place) -> str:
    return place.fresh()


def end_connections(address: str) -> None:
    """Let the server end every other connection."""
    with psycopg.connect(address, autocommit=True) as connection:
        others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"
        connection.execute(f"SELECT pg_terminate_backend(pid) {others}".encode())


def test_idle_connections_that_were_lost_are_not_missed(place: Place, address: str) -> None:
    store = place.open(address)
    lease = create(store, "r1", row("a"))
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: store.head("r1"), range(16)))
    end_connections(address)
    store.append(lease, [row("b")])
    end_connections(address)
    assert kept(store) == [(1, row("a")), (2, row("b"))]


def test_a_connection_that_is_lost_in_the_middle_leaves_nothing(place: Place, address: str) -> None:
    store = PostgresStore(address)
    lease = create(store, "r1", row("a"))

    def work(connection: object) -> None:
        store._writer.extend(connection, lease, [], 1.0)  # type: ignore[arg-type]
        end_connections(address)

    with pytest.raises(Unavailable):
        store._database.write(work)
    store.append(lease, [row("b")])
    assert kept(store) == [(1, row("a")), (2, row("b"))]
    assert store.damages() == ()
    store.close()


def test_many_may_be_the_first(place: Place, address: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(lambda _: place.open(address), range(8)))
    create(stores[0])
    assert [store.head("r1").id for store in stores] == ["r1"] * 8


def test_tables_of_another_layout_are_left_alone(place: Place, address: str) -> None:
    place.open(address).close()
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE chaindsl_version SET version = 2")
    with pytest.raises(Unavailable, match="its tables are not of layout 1"):
        PostgresStore(address)


def test_tables_that_are_gone_are_damage(place: Place, address: str) -> None:
    store = place.open(address)
    with psycopg.connect(address) as connection:
        connection.execute("DROP TABLE chaindsl_journal")
    with pytest.raises(Damaged):
        store.head("r1")


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE chaindsl_journal SET value = '2' WHERE kind = 'b'",
        "UPDATE chaindsl_journal SET at = at + 1 WHERE kind = 'b'",
        "DELETE FROM chaindsl_journal WHERE kind = 'b'",
        "DELETE FROM chaindsl_journal WHERE kind = 'c'",
        "DELETE FROM chaindsl_journal WHERE kind = 'end'",
        "UPDATE chaindsl_journal SET place = place + 1 WHERE kind = 'c'",
        "UPDATE chaindsl_runs SET revision = 7",
        "UPDATE chaindsl_runs SET key = 'k'",
        "DELETE FROM chaindsl_runs",
        "DELETE FROM chaindsl_graphs",
        "UPDATE chaindsl_graphs SET graph = '{}'",
    ],
)
def test_edits_are_noticed(place: Place, address: str, edit: str) -> None:
    store = place.open(address)
    waiting(store, "r1", row("a"), row("b", "1"), row("c"))
    assert store.damages() == ()
    with psycopg.connect(address) as connection:
        connection.execute(edit.encode())
    assert len(store.damages()) == 1
    if "journal" in edit:
        with pytest.raises(Damaged):
            store.claim("r1", ME, alive=dead)


def test_a_key_is_found_by_whoever_comes_second(place: Place, address: str) -> None:
    first, second = place.open(address), place.open(address)
    create(first, "r1", key="k")
    with pytest.raises(KeyTaken) as error:
        second.create(head("r2", key="k"), GRAPH, [], ME)
    assert error.value.head.id == "r1"
    with pytest.raises(NoRun):
        second.head("r2")
