"""The root of every error that chaindsl raises on purpose, and the errors of definitions.

An error has a code, a subject, a place and a hint; its type and code are API, its wording is not.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from chaindsl.graph.place import Place


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that is wrong: a code, what, about which subject, where, and what to do next."""

    code: str
    message: str
    subject: str | None = None
    place: Place | None = None
    hint: str | None = None

    def __str__(self) -> str:
        start = f"{self.place}: " if self.place else ""
        end = f" ({self.hint})" if self.hint else ""
        return f"{start}{self.message} [{self.code}]{end}"


class ChainDslError(Exception):
    """Root of all errors; `issue` holds its code, message, subject, place and hint."""

    def __init__(
        self,
        code: str,
        message: str,
        subject: str | None = None,
        place: Place | None = None,
        hint: str | None = None,
    ) -> None:
        self.issue = Issue(code, message, subject, place, hint)
        super().__init__(str(self.issue))

    def __reduce__(self) -> tuple[Any, ...]:
        return _blank, (type(self), self.args), self.__dict__

    @property
    def code(self) -> str:
        """The error's code: stable, for programs."""
        return self.issue.code


class FlowError(ChainDslError):
    """A flow is defined, bound or called wrongly. `issues` holds every problem that was found, in source order."""

    def __init__(self, issues: Iterable[Issue]) -> None:
        self.issues = tuple(sorted(issues, key=_where))
        first = self.issues[0]
        super().__init__(first.code, first.message, first.subject, first.place, first.hint)
        self.args = ("\n".join(map(str, self.issues)),)


def _blank(kind: type[ChainDslError], args: tuple[Any, ...]) -> ChainDslError:
    """Make an error that comes from another process, without putting it together from what it was made of there."""
    error = kind.__new__(kind)
    error.args = args
    return error


def _where(issue: Issue) -> tuple[str, int, int]:
    place = issue.place
    return (place.file, place.line, place.column) if place else ("", 0, 0)
