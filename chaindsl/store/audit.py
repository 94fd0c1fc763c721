"""Looking through a whole database for what is not as it was written."""

from collections.abc import Callable, Iterator, Sequence

from chaindsl.store.database import Database
from chaindsl.store.failure import Damaged, NoGraph, NoRun
from chaindsl.store.journal import Journal
from chaindsl.store.sql import Statements


def damages(database: Database, statements: Statements, journal: Journal) -> Sequence[str]:
    """Return a line for everything that is damaged. Raises Unavailable where the place can't be read at all."""

    def names(statement: str) -> Callable[[], Iterator[str]]:
        return lambda: (str(name) for (name,) in database.read(statement))

    def run(name: str) -> None:
        journal.verify(journal.head(name))

    def orphan(name: str) -> None:
        raise Damaged(f"journal {name}", "its run is gone")

    def graph(name: str) -> None:
        journal.graph(name)

    found = list(database.audit())
    looks = (
        (names(statements.ids), run),
        (names(statements.orphans), orphan),
        (names(statements.graphs), graph),
        (names(statements.missing), graph),
    )
    for listed, look in looks:
        found += _damaged(listed, look)
    return tuple(dict.fromkeys(found))


def _damaged(listed: Callable[[], Iterator[str]], look: Callable[[str], None]) -> list[str]:
    found = []
    try:
        subjects = list(listed())
    except Damaged as error:
        return [error.issue.message]
    for subject in subjects:
        try:
            look(subject)
        except Damaged as error:
            found.append(error.issue.message)
        except (NoGraph, NoRun):
            # It was there a moment ago, and has been pruned.
            continue
    return found
