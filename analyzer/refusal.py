"""What the analyzer says when it can't do what was asked: a wrong setting, a missing file. Not a finding."""

from collections.abc import Iterable
from typing import NamedTuple


# A named tuple, as all records on the way to "no flow here": a frozen dataclass takes eight times as long to define.
class Problem(NamedTuple):
    """One reason for a refusal: a code for programs, what is wrong, where (`file:line`), and what to do next."""

    code: str
    message: str
    place: str = ""
    hint: str = ""

    def __str__(self) -> str:
        start = f"{self.place}: " if self.place else ""
        return f"{start}{self.message}{f'; {self.hint}' if self.hint else ''} [{self.code}]"


class Refusal(Exception):
    """The work was not done. `issues` holds every reason that was found."""

    def __init__(self, issues: Iterable[Problem]) -> None:
        self.issues = tuple(issues)
        super().__init__("\n".join(map(str, self.issues)))


def nearest(name: str, names: Iterable[str]) -> str:
    """Return a hint that offers the closest of `names`, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415 - needed only when something is misspelt

    found = get_close_matches(name, sorted(names), n=1)
    return f"did you mean {found[0]!r}?" if found else ""
