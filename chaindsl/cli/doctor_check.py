"""What `chaindsl doctor` says of one thing, and how a check that fails itself is told."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from analyzer.refusal import Refusal
from chaindsl.errors import ChainDslError


class State(StrEnum):
    """How something stands. What is absent may stay so; what is wrong hinders somebody."""

    GOOD = "ok"
    ABSENT = "absent"
    WRONG = "wrong"


class Told(NamedTuple):
    """One line: what was looked at, how it stands, what there is to say, and what to do next, if anything."""

    name: str
    state: State
    said: str
    next: str = ""


def good(name: str, said: str) -> Told:
    """Say that nothing has to be done."""
    return Told(name, State.GOOD, said)


def absent(name: str, said: str, next_: str) -> Told:
    """Say what is not there, and how to get it."""
    return Told(name, State.ABSENT, said, next_)


def wrong(name: str, said: str, next_: str) -> Told:
    """Say what is wrong, and how to mend it."""
    return Told(name, State.WRONG, said, next_)


def told(name: str, check: Callable[[], Iterable[Told]]) -> Iterator[Told]:
    """Yield what a check says; where it can't be done, that is what is wrong."""
    try:
        yield from list(check())
    except (ChainDslError, Refusal) as error:
        issues: tuple[Any, ...] = getattr(error, "issues", ()) or (getattr(error, "issue", None),)
        for issue in filter(None, issues):
            place = f" ({issue.place})" if issue.place else ""
            yield wrong(name, f"{issue.message}{place}", issue.hint or f"see chaindsl {name} --help")
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        yield wrong(name, f"{named}{error.strerror or error}", "let your user read and write it")
