"""The store in a PostgreSQL database, for several machines. It needs the extra `postgres`."""

import time
from collections.abc import Callable
from typing import cast

import psycopg
from psycopg import conninfo

from chaindsl.store.database import Connection, Database
from chaindsl.store.failure import Damaged, StoreError, Unavailable
from chaindsl.store.schema import POSTGRES, VERSION, schema
from chaindsl.store.sql_store import SqlStore

# Any number that other programs are not likely to lock.
_MAKING = 0x63686169
# Not `to_regclass`, which in one transaction goes on saying what it said before somebody else made the table.
_MADE = "SELECT 1 FROM pg_tables WHERE tablename = 'chaindsl_version' AND schemaname = ANY (current_schemas(false))"


class PostgresStore(SqlStore):
    """Runs in the tables `chaindsl_…` of the database that `dsn` leads to, made when they are missing.

    How durable a commit is, is the server's setting (`synchronous_commit`). Raises Unavailable.
    """

    def __init__(self, dsn: str, *, now: Callable[[], float] = time.time) -> None:
        super().__init__(PostgresDatabase(dsn), now)


class PostgresDatabase(Database):
    """The server's database, and how it is reached."""

    errors = (psycopg.Error,)

    def __init__(self, dsn: str) -> None:
        super().__init__(_named(dsn), POSTGRES)
        self._dsn = dsn
        with self.closed_if_refused():
            self._check()

    def connect(self) -> Connection:
        """Open a connection. Raises Unavailable."""
        try:
            return cast(Connection, psycopg.connect(self._dsn, autocommit=True, client_encoding="utf8"))
        except psycopg.Error as error:
            raise self.failure(error) from error

    def dead(self, connection: Connection) -> bool:
        """Say whether the server is not there any more for this connection."""
        return cast(psycopg.Connection, connection).closed

    def failure(self, error: Exception) -> StoreError:
        """Say what an error of PostgreSQL means."""
        state = getattr(error, "sqlstate", None) or ""
        text = " ".join(str(error).split())
        if state.startswith("XX") or state in {"42P01", "42703"}:
            return Damaged(self.where, text)
        if state.startswith(("22", "54")):
            return StoreError("bad-text", f"{self.where} can't hold this: {text}", self.where)
        return Unavailable(self.where, text)

    def _check(self) -> None:
        """Make the tables where they are missing, and refuse those of another layout."""
        if not self.read(_MADE):
            self.write(_make)
        if self.read("SELECT version FROM chaindsl_version") != [(VERSION,)]:
            raise Unavailable(self.where, f"its tables are not of layout {VERSION}, which is what this chaindsl writes")


def _make(connection: Connection) -> None:
    """Make the tables, if nobody has meanwhile."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
    if connection.execute(_MADE).fetchall():
        return
    connection.execute("CREATE SEQUENCE chaindsl_bases")
    for statement in schema(POSTGRES):
        connection.execute(statement)
    connection.execute("CREATE TABLE chaindsl_version (version BIGINT NOT NULL)")
    connection.execute("INSERT INTO chaindsl_version (version) VALUES (%s)", (VERSION,))


def _named(dsn: str) -> str:
    """Name a database without its password."""
    try:
        found = conninfo.conninfo_to_dict(dsn)
    except psycopg.Error:
        # What the driver says of it may quote the password.
        raise StoreError("bad-address", "the address of the PostgreSQL database can't be read", None) from None
    host, port = found.get("host") or "localhost", found.get("port")
    return f"postgresql://{host}{f':{port}' if port else ''}/{found.get('dbname') or ''}"
