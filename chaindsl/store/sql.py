"""Every statement on both databases, written once.

SQLAlchemy would do that too, at a third of a second of import and more time a statement than a whole transaction takes.
Parameters are always handed over as such; no text is ever put into a statement.
"""

from chaindsl.store.schema import END, HEAD, SPAN, Dialect


class Statements:
    """Every statement, in one dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self._parameter = dialect.parameter
        self._hold = dialect.hold
        self.lock_graphs = dialect.lock_graphs
        self.next_base = dialect.next_base
        self._write_heads()
        self._write_journals()
        self._write_graphs()

    def _write_heads(self) -> None:
        # Head, mark and last row come from one look, so that they are of one moment.
        mark = f"FROM chaindsl_journal WHERE place = base + {END}"
        last = f"FROM chaindsl_journal WHERE place > base AND place < base + {END} ORDER BY place DESC LIMIT 1"
        ends = f"(SELECT data {mark}), (SELECT hash {mark}), (SELECT place {last}), (SELECT hash {last})"
        self.heads = f"SELECT {HEAD}, {ends} FROM chaindsl_runs"
        self.head = self._said(f"{self.heads} WHERE id = ?")
        self.find = self._said(f"{self.heads} WHERE flow = ? AND key = ?")
        self.hold = self._said(f"SELECT {HEAD} FROM chaindsl_runs WHERE id = ?{self._hold}")
        self.add_head = self._said(f"INSERT INTO chaindsl_runs ({HEAD}) VALUES ({_places(16)}) ON CONFLICT DO NOTHING")
        self.set_head = self._said(
            "UPDATE chaindsl_runs SET graph = ?, status = ?, stopped = ?, state = ?, revision = ?, fence = ?, "
            "owner = ?, beat = ?, updated = ?, seal = ? WHERE id = ? AND seal = ?"
        )
        self.delete_head = self._said("DELETE FROM chaindsl_runs WHERE id = ?")
        self.ids = "SELECT id FROM chaindsl_runs ORDER BY id"

    def _write_journals(self) -> None:
        self.add_row = self._said(
            "INSERT INTO chaindsl_journal (place, at, kind, data, value, hash) VALUES (?, ?, ?, ?, ?, ?)"
        )
        marked = "WHERE place = ? AND data = ?"
        self.move_mark = self._said(f"UPDATE chaindsl_journal SET hash = ? {marked} AND hash = ?")
        self.claim_mark = self._said(f"UPDATE chaindsl_journal SET data = ? {marked} AND hash = ?")
        self.give_mark = self._said(f"UPDATE chaindsl_journal SET data = ? {marked}")
        self.rows = self._said(
            "SELECT place, at, kind, data, value, hash FROM chaindsl_journal "
            "WHERE place > ? AND place <= ? ORDER BY place LIMIT ?"
        )
        self.hash = self._said("SELECT hash FROM chaindsl_journal WHERE place = ?")
        self.delete_rows = self._said("DELETE FROM chaindsl_journal WHERE place > ? AND place <= ?")
        self.orphans = (
            f"SELECT DISTINCT place / {SPAN} FROM chaindsl_journal WHERE NOT EXISTS "
            f"(SELECT 1 FROM chaindsl_runs WHERE base = place / {SPAN} * {SPAN}) ORDER BY 1"
        )

    def _write_graphs(self) -> None:
        self.add_graph = self._said(
            "INSERT INTO chaindsl_graphs (digest, graph, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        )
        self.graph = self._said("SELECT graph, hash FROM chaindsl_graphs WHERE digest = ?")
        self.graphs = "SELECT digest FROM chaindsl_graphs ORDER BY digest"
        self.needed = self._said("SELECT 1 FROM chaindsl_runs WHERE graph = ? LIMIT 1")
        self.missing = (
            "SELECT DISTINCT graph FROM chaindsl_runs WHERE NOT EXISTS "
            "(SELECT 1 FROM chaindsl_graphs WHERE chaindsl_graphs.digest = chaindsl_runs.graph) ORDER BY graph"
        )
        self.delete_graphs = (
            "DELETE FROM chaindsl_graphs WHERE NOT EXISTS "
            "(SELECT 1 FROM chaindsl_runs WHERE chaindsl_runs.graph = chaindsl_graphs.digest)"
        )

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

    def _said(self, statement: str) -> str:
        return statement.replace("?", self._parameter)


def _places(count: int) -> str:
    return ", ".join("?" * count)
