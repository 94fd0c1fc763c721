"""The store in one SQLite file, in write-ahead mode: the default, for the processes of one machine.

The standard library's driver is used as it is. SQLAlchemy takes a third of a second to import, and more time a
statement than the whole transaction of a step.
"""

import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

from chaindsl.store.database import Connection, Database
from chaindsl.store.failure import Damaged, StoreError, Unavailable
from chaindsl.store.newfile import ensure
from chaindsl.store.schema import SQLITE, VERSION, schema
from chaindsl.store.sql_store import SqlStore

SYNCHRONOUS = ("full", "normal")
"""`full` survives a loss of power; `normal` may then lose the last steps, and survives the loss of a process."""

_TOO_BIG = 18
_DAMAGED = {1, 11, 26}
_REASONS = {5: "another process has kept it locked for too long", 13: "there is no room left", 14: "it can't be opened"}


class SqliteStore(SqlStore):
    """Runs in the file `path`, which is made when it is missing, readable by its owner only.

    `timeout` is how many seconds a method waits for other processes. Raises Unavailable, and Damaged where the file is
    no store.
    """

    def __init__(
        self,
        path: str | Path,
        synchronous: str = "full",
        *,
        timeout: float = 30.0,
        now: Callable[[], float] = time.time,
    ) -> None:
        if synchronous not in SYNCHRONOUS:
            raise StoreError("bad-setting", f"synchronous is one of {', '.join(SYNCHRONOUS)}, not {synchronous!r}")
        super().__init__(SqliteDatabase(Path(path), synchronous, timeout), now)


class SqliteDatabase(Database):
    """The file, and how it is opened."""

    # The driver fails to decode what SQLite says of a text that is damaged.
    errors = (sqlite3.Error, UnicodeDecodeError)

    def __init__(self, path: Path, synchronous: str, timeout: float) -> None:
        super().__init__(str(path), SQLITE)
        self._synchronous = synchronous
        self._timeout = timeout
        ensure(path, _make)
        self._uri = f"{path.absolute().as_uri()}?mode=rw"
        with self.closed_if_refused():
            self._check()

    def connect(self) -> Connection:
        """Open a connection. Raises StoreError."""
        try:
            connection = sqlite3.connect(
                self._uri, uri=True, timeout=self._timeout, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise self.failure(error) from error
        try:
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            connection.execute(f"PRAGMA synchronous = {self._synchronous}")
            connection.execute("PRAGMA cell_size_check = ON")
        except self.errors as error:
            connection.close()
            raise self.failure(error) from error
        if mode != "wal":
            connection.close()
            raise Unavailable(self.where, "write-ahead logging doesn't work there")
        return cast(Connection, connection)

    def failure(self, error: Exception) -> StoreError:
        """Say what an error of SQLite means."""
        if isinstance(error, UnicodeDecodeError):
            return Damaged(self.where, "a text in it is none")
        # An error without a code is the driver's own, of such a text too.
        code = getattr(error, "sqlite_errorcode", 1) & 0xFF
        if code == _TOO_BIG:
            return StoreError("too-big", f"{self.where} can't hold a text of this size", self.where)
        if code in _DAMAGED:
            return Damaged(self.where, str(error))
        return Unavailable(self.where, _REASONS.get(code, str(error)))

    def audit(self) -> Sequence[str]:
        """Return what SQLite itself finds."""
        try:
            found = [str(line) for (line,) in self.read("PRAGMA integrity_check")]
        except Damaged as error:
            return (error.issue.message,)
        return () if found == ["ok"] else [f"{self.where}: {line}" for line in found]

    def _check(self) -> None:
        """Refuse a file that is another program's, or of another layout."""
        if self.read("PRAGMA user_version") != [(VERSION,)]:
            raise Unavailable(self.where, f"it is no store of layout {VERSION}, which is what this chaindsl writes")
        tables = self.read("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        if sorted(sql for (sql,) in tables) != sorted(schema(SQLITE)):
            raise Damaged(self.where, "its tables are not those of a store")


def _make(path: Path) -> None:
    """Write an empty store to a new file."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        for statement in schema(SQLITE):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    finally:
        connection.close()
