"""All the SQL of both databases, written once: what differs between them is a `Dialect`.

SQLAlchemy would do that too, at a third of a second of import and more time a statement than a whole transaction takes.
Parameters are always handed over as such; no text is ever put into a statement.
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
    "?",
    "TEXT",
    "REAL",
    "BLOB",
    "BEGIN IMMEDIATE",
    "",
    None,
    " WITHOUT ROWID",
    "INTEGER",
    f"SELECT (COALESCE(MAX(place), 0) / {SPAN} + 1) * {SPAN} FROM chaindsl_journal",
)
# Texts are compared byte by byte, as SQLite and Python do.
POSTGRES = Dialect(
    "%s",
    'TEXT COLLATE "C"',
    "DOUBLE PRECISION",
    "BYTEA",
    "BEGIN",
    " FOR UPDATE",
    "LOCK TABLE chaindsl_graphs IN SHARE ROW EXCLUSIVE MODE",
    "",
    "BIGINT",
    f"SELECT nextval('chaindsl_bases') * {SPAN}",
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


class Statements:
    """Every statement, in one dialect."""

    def __init__(self, dialect: Dialect) -> None:
        def said(statement: str) -> str:
            return statement.replace("?", dialect.parameter)

        # Head, mark and last row come from one look, so that they are of one moment.
        mark = f"FROM chaindsl_journal WHERE place = base + {END}"
        last = f"FROM chaindsl_journal WHERE place > base AND place < base + {END} ORDER BY place DESC LIMIT 1"
        marked = "WHERE place = ? AND data = ?"
        needed = "EXISTS (SELECT 1 FROM chaindsl_runs WHERE graph = chaindsl_graphs.digest)"
        heads = (
            f"SELECT {HEAD}, (SELECT data {mark}), (SELECT hash {mark}), (SELECT place {last}), (SELECT hash {last}) "
            "FROM chaindsl_runs"
        )
        self.lock_graphs = dialect.lock_graphs
        self.heads = heads
        self.head = said(f"{heads} WHERE id = ?")
        self.find = said(f"{heads} WHERE flow = ? AND key = ?")
        self.hold = said(f"SELECT {HEAD} FROM chaindsl_runs WHERE id = ?{dialect.hold}")
        self.add_head = said(f"INSERT INTO chaindsl_runs ({HEAD}) VALUES ({_places(16)}) ON CONFLICT DO NOTHING")
        self.set_head = said(
            "UPDATE chaindsl_runs SET graph = ?, status = ?, stopped = ?, state = ?, revision = ?, fence = ?, "
            "owner = ?, beat = ?, updated = ?, seal = ? WHERE id = ? AND seal = ?"
        )
        self.next_base = dialect.next_base
        self.add_row = said(
            "INSERT INTO chaindsl_journal (place, at, kind, data, value, hash) VALUES (?, ?, ?, ?, ?, ?)"
        )
        self.move_mark = said(f"UPDATE chaindsl_journal SET hash = ? {marked} AND hash = ?")
        self.claim_mark = said(f"UPDATE chaindsl_journal SET data = ? {marked} AND hash = ?")
        self.give_mark = said(f"UPDATE chaindsl_journal SET data = ? {marked}")
        self.add_graph = said(
            "INSERT INTO chaindsl_graphs (digest, graph, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        )
        self.graph = said("SELECT graph, hash FROM chaindsl_graphs WHERE digest = ?")
        self.needed = said("SELECT 1 FROM chaindsl_runs WHERE graph = ? LIMIT 1")
        self.rows = said(
            "SELECT place, at, kind, data, value, hash FROM chaindsl_journal "
            "WHERE place > ? AND place <= ? ORDER BY place LIMIT ?"
        )
        self.hash = said("SELECT hash FROM chaindsl_journal WHERE place = ?")
        self.delete_head = said("DELETE FROM chaindsl_runs WHERE id = ?")
        self.delete_rows = said("DELETE FROM chaindsl_journal WHERE place > ? AND place <= ?")
        self.delete_graphs = f"DELETE FROM chaindsl_graphs WHERE NOT {needed}"
        self.ids = "SELECT id FROM chaindsl_runs ORDER BY id"
        self.orphans = (
            f"SELECT DISTINCT place / {SPAN} FROM chaindsl_journal WHERE NOT EXISTS "
            f"(SELECT 1 FROM chaindsl_runs WHERE base = place / {SPAN} * {SPAN}) ORDER BY 1"
        )
        self.graphs = "SELECT digest FROM chaindsl_graphs ORDER BY digest"
        self.missing = (
            "SELECT DISTINCT graph FROM chaindsl_runs WHERE NOT EXISTS "
            "(SELECT 1 FROM chaindsl_graphs WHERE chaindsl_graphs.digest = chaindsl_runs.graph) ORDER BY graph"
        )
        self._said = said
        self._hold = dialect.hold

    def listing(self, *, flow: bool, statuses: int, before: bool) -> str:
        """Return the statement that lists heads: its parameters are the flow, the statuses, the time, the limit."""
        wanted = [("flow = ?", flow), (f"status IN ({_places(statuses)})", statuses > 0), ("updated < ?", before)]
        clauses = " AND ".join(clause for clause, asked in wanted if asked)
        return self._said(f"{self.heads}{' WHERE ' if clauses else ''}{clauses} ORDER BY updated DESC, id LIMIT ?")

    def old(self, statuses: int) -> str:
        """Return the statement that holds the runs to prune: its parameters are the time twice, and the statuses."""
        return self._said(
            "SELECT id, base FROM chaindsl_runs WHERE updated < ? AND (owner IS NULL OR beat < ?) "
            f"AND status IN ({_places(statuses)}) ORDER BY id{self._hold}"
        )


def _places(count: int) -> str:
    return ", ".join("?" * count)
