"""Statements and transactions on a database, whichever it is, and what its failures mean. It knows no tables."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from chaindsl.store.failure import StoreError
from chaindsl.store.pool import IDLE, Pool
from chaindsl.store.schema import Dialect

T = TypeVar("T")
Parameters = Sequence[object]


class Cursor(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int: ...

    def fetchall(self) -> list[Any]: ...


class Connection(Protocol):
    """A connection that commits each statement unless a transaction was begun by one."""

    def execute(self, statement: str, parameters: Parameters = ..., /) -> Cursor: ...

    def close(self) -> None: ...


class Database(ABC):
    """A database with its pool of connections. `where` names it in errors, `errors` are what its driver raises."""

    errors: tuple[type[Exception], ...]

    def __init__(self, where: str, dialect: Dialect) -> None:
        self.where = where
        self.dialect = dialect
        self._begin = dialect.begin
        self._pool = Pool[Connection](where)

    @abstractmethod
    def connect(self) -> Connection:
        """Open a connection. Raises StoreError."""

    @abstractmethod
    def failure(self, error: Exception) -> StoreError:
        """Say what an error of the driver means."""

    def read(self, statement: str, parameters: Parameters = ()) -> list[Any]:
        """Return what a SELECT finds, all of one moment."""
        connection, cursor = self._first(statement, parameters)
        try:
            found = cursor.fetchall()
        except self.errors as error:
            self._pool.drop(connection)
            raise self.failure(error) from error
        except BaseException:
            self._pool.drop(connection)
            raise
        self._pool.give(connection)
        return found

    def write(self, work: Callable[[Connection], T]) -> T:
        """Do work in one transaction that nobody else's writes come between; nothing of it stays where it raises."""
        connection, _ = self._first(self._begin)
        try:
            done = work(connection)
            connection.execute("COMMIT")
        except StoreError:
            self._undo(connection)
            raise
        except self.errors as error:
            self._pool.drop(connection)
            raise self.failure(error) from error
        except BaseException:
            self._pool.drop(connection)
            raise
        self._pool.give(connection)
        return done

    @contextmanager
    def closed_if_refused(self) -> Iterator[None]:
        """Leave no connection open where a look at the database shows that it can't be used."""
        try:
            yield
        except StoreError:
            self.close()
            raise

    def audit(self) -> Sequence[str]:
        """Return what the database itself finds damaged."""
        return ()

    def close(self) -> None:
        self._pool.close()

    def dead(self, connection: Connection) -> bool:
        """Say whether a connection on which a statement failed can do no other."""
        return False

    def _first(self, statement: str, parameters: Parameters = ()) -> tuple[Connection, Cursor]:
        """Do a first statement on a connection; one that was idle may have died since, and another is taken then."""
        spare = IDLE
        while True:
            connection = self._pool.take(self.connect)
            try:
                return connection, connection.execute(statement, parameters)
            except self.errors as error:
                self._pool.drop(connection)
                spare -= 1
                if spare < 0 or not self.dead(connection):
                    raise self.failure(error) from error
            except BaseException:
                self._pool.drop(connection)
                raise

    def _undo(self, connection: Connection) -> None:
        """End a transaction as if it had not been; a connection that can't is thrown away, which comes to the same."""
        try:
            connection.execute("ROLLBACK")
        except self.errors:
            self._pool.drop(connection)
        else:
            self._pool.give(connection)
