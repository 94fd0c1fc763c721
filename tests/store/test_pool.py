"""Connections are lent to one at a time, and to nobody while the process forks."""

import threading

import pytest

from chaindsl.store.failure import Unavailable
from chaindsl.store.pool import IDLE, Pool


class Connection:
    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


def test_a_connection_is_used_again() -> None:
    pool = Pool[Connection]("here")
    first = pool.take(Connection)
    second = pool.take(Connection)
    assert first is not second
    pool.give(first)
    assert pool.take(Connection) is first


def test_a_dropped_one_is_not() -> None:
    pool = Pool[Connection]("here")
    first = pool.take(Connection)
    pool.drop(first)
    assert first.closed
    assert pool.take(Connection) is not first


def test_only_so_many_are_kept() -> None:
    pool = Pool[Connection]("here")
    taken = [pool.take(Connection) for _ in range(IDLE + 3)]
    for connection in taken:
        pool.give(connection)
    assert [connection.closed for connection in taken] == [False] * IDLE + [True] * 3


def test_a_closed_pool_closes_what_comes_back() -> None:
    pool = Pool[Connection]("here")
    idle, busy = pool.take(Connection), pool.take(Connection)
    pool.give(idle)
    pool.close()
    assert (idle.closed, busy.closed) == (True, False)
    pool.give(busy)
    assert busy.closed
    with pytest.raises(Unavailable, match="here can't be used: it was closed"):
        pool.take(Connection)


def test_a_rest_waits_for_what_is_in_use_and_lets_nobody_in() -> None:
    pool = Pool[Connection]("here")
    busy = pool.take(Connection)
    resting, rested, entered = threading.Event(), threading.Event(), threading.Event()

    def rest() -> None:
        resting.set()
        pool.rest()
        rested.set()

    def enter() -> None:
        pool.give(pool.take(Connection))
        entered.set()

    first = threading.Thread(target=rest)
    first.start()
    resting.wait()
    assert not rested.wait(0.05)
    pool.give(busy)
    assert rested.wait(30)
    assert busy.closed
    second = threading.Thread(target=enter)
    second.start()
    assert not entered.wait(0.05)
    pool.wake()
    assert entered.wait(30)
    first.join()
    second.join()


def test_one_that_can_not_be_opened_is_not_waited_for() -> None:
    def fail() -> Connection:
        raise Unavailable("here", "no")

    pool = Pool[Connection]("here")
    with pytest.raises(Unavailable):
        pool.take(fail)
    pool.rest()
    pool.wake()


def test_a_pool_that_nobody_knows_any_more_closes_its_connections() -> None:
    pool = Pool[Connection]("here")
    connection = pool.take(Connection)
    pool.give(connection)
    del pool
    assert connection.closed
