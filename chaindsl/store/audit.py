"""Looking through a whole database for what is not as it was written."""

from collections.abc import Callable, Iterator, Sequence

from chaindsl.store.database import Database
from chaindsl.store.digest import encoded
from chaindsl.store.failure import Damaged, NoGraph, NoRun, StoreError
from chaindsl.store.journal import Journal
from chaindsl.store.sql import Statements


def damages(database: Database, statements: Statements, journal: Journal) -> Sequence[str]:
    """Return a line for everything that is damaged. Raises Unavailable where the place can't be read at all."""

    def names(statement: str) -> Callable[[], Iterator[object]]:
        return lambda: (name for (name,) in database.read(statement))

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


def _name(subject: object) -> str:
    """Return the name of a run, a graph, or a journal, which is a number. Raises Damaged for what can't be one."""
    try:
        if isinstance(subject, str | int):
            return encoded(str(subject)).decode()
    except StoreError:
        # It is told of as anything else that is no name.
        pass
    raise Damaged(repr(subject), "this is no name of a run or a graph")


def _damaged(listed: Callable[[], Iterator[object]], look: Callable[[str], None]) -> list[str]:
    found = []
    try:
        subjects = list(listed())
    except Damaged as error:
        return [error.issue.message]
    for subject in subjects:
        try:
            look(_name(subject))
        except (NoGraph, NoRun):
            # It was there a moment ago, and has been pruned.
            continue
        except Damaged as error:
            found.append(error.issue.message)
    return found
