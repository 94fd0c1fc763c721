"""The tables, the same in both databases; what differs between the two is a `Dialect`.

There are three: graphs, heads of runs, and journals, of which every row is a record, and behind each a mark.
"""

from collections.abc import Mapping
from dataclasses import dataclass

VERSION = 1
"""Counts the layouts of the tables."""

HEAD = (
    "id, flow, graph, digest, status, key, stopped, state, revision, fence, owner, beat, created, updated, base, seal"
)
"""The columns of a head: the fields of `Head` but for `rows`, which the journal knows; its journal's base; its seal."""

SPAN = 2**32
"""How many places a journal has. Row n of a run stands at the run's base, a multiple of this, and n.

One number as the key keeps a journal together in the file and leads past large values, which a key of texts would be
compared with whole.
"""

END = SPAN - 1
"""Where, from its base, the mark behind a journal stands: it says what the last row's hash is, and who may add rows.

Mostly it is on the same page as the last row, so keeping it costs less than anything elsewhere would.
"""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a database says it: a parameter, a column's type, the start of a transaction that may write."""

    parameter: str
    text: str
    real: str
    blob: str
    begin: str
    hold: str
    """Ends a SELECT whose rows nobody else may change before the transaction ends."""
    lock_graphs: str | None
    """Keeps everybody from adding runs before the transaction ends; None where a transaction does that anyway."""
    table_end: str
    place: str
    """The type of a key that is a number."""
    next_base: str
    """Gives a base that no journal has."""


SQLITE = Dialect(
    parameter="?",
    text="TEXT",
    real="REAL",
    blob="BLOB",
    begin="BEGIN IMMEDIATE",
    hold="",
    lock_graphs=None,
    table_end=" WITHOUT ROWID",
    place="INTEGER",
    next_base=f"SELECT (COALESCE(MAX(place), 0) / {SPAN} + 1) * {SPAN} FROM chaindsl_journal",
)
POSTGRES = Dialect(
    parameter="%s",
    # Texts are compared byte by byte, as SQLite and Python do.
    text='TEXT COLLATE "C"',
    real="DOUBLE PRECISION",
    blob="BYTEA",
    begin="BEGIN",
    hold=" FOR UPDATE",
    lock_graphs="LOCK TABLE chaindsl_graphs IN SHARE ROW EXCLUSIVE MODE",
    table_end="",
    place="BIGINT",
    next_base=f"SELECT nextval('chaindsl_bases') * {SPAN}",
)


def schema(dialect: Dialect) -> tuple[str, ...]:
    """Return the statements that make the tables."""
    types = {
        "TEXT": dialect.text,
        "REAL": dialect.real,
        "BLOB": dialect.blob,
        ")END": f"){dialect.table_end}",
        "PLACE": dialect.place,
    }
    return tuple(_typed(statement, types) for statement in _SCHEMA)


_SCHEMA = (
    """CREATE TABLE chaindsl_graphs (digest TEXT PRIMARY KEY, graph TEXT NOT NULL, hash BLOB NOT NULL)END""",
    """CREATE TABLE chaindsl_runs (
    id TEXT PRIMARY KEY,
    flow TEXT NOT NULL,
    graph TEXT NOT NULL,
    digest TEXT NOT NULL,
    status TEXT NOT NULL,
    key TEXT,
    stopped TEXT,
    state TEXT,
    revision BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    owner TEXT,
    beat REAL NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL,
    base BIGINT NOT NULL UNIQUE,
    seal BLOB NOT NULL
)END""",
    """CREATE TABLE chaindsl_journal (
    place PLACE PRIMARY KEY,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    value TEXT,
    hash BLOB NOT NULL
)""",
    "CREATE UNIQUE INDEX chaindsl_keys ON chaindsl_runs (flow, key)",
    "CREATE INDEX chaindsl_updated ON chaindsl_runs (updated)",
)


def _typed(statement: str, types: Mapping[str, str]) -> str:
    for ours, theirs in types.items():
        statement = statement.replace(ours, theirs)
    return statement
