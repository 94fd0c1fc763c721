"""Options of a declaration, judged one by one; what is wrong is collected, and a sensible value stands in for it."""

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar, cast

from chaindsl.errors import Issue
from chaindsl.graph.nearest import nearest
from chaindsl.graph.place import Place

T = TypeVar("T")


class Judged:
    """Options by name, with the issues found so far."""

    def __init__(self, given: Mapping[str, Any], subject: str, place: Place, issues: list[Issue]) -> None:
        self.given = given
        self.subject = subject
        self.place = place
        self.issues = issues

    def problem(self, code: str, message: str, hint: str | None = None) -> None:
        """Note what is wrong, as `subject: message`."""
        self.issues.append(Issue(code, f"{self.subject}: {message}", self.subject, self.place, hint))

    def refuse_others(self, known: Collection[str]) -> None:
        """Note each option that is not among the known ones."""
        for name in self.given:
            if name not in known:
                self.problem("unknown-option", f"no option is called {name}=", nearest(name, sorted(known)))

    def text(self, name: str, default: T) -> str | T:
        """A name or other text that is not empty."""
        value: Any = self.given.get(name, default)
        if name in self.given and not (isinstance(value, str) and value):
            self.problem("bad-option", f"{name}= takes text, not {value!r}")
            return default
        return cast("str | T", value)

    def key(self, name: str, default: T) -> str | T:
        """The name of a key: an identifier."""
        value = self.text(name, default)
        if name in self.given and isinstance(value, str) and not value.isidentifier():
            self.problem("bad-key", f"{name}={value!r} is no name of a key", "keys are identifiers, like parameters")
        return value

    def count(self, name: str, default: T, least: int = 1) -> int | T:
        """A whole number of at least `least`."""
        value: Any = self.given.get(name, default)
        if name not in self.given or (isinstance(value, int) and not isinstance(value, bool) and value >= least):
            return cast("int | T", value)
        self.problem("bad-option", f"{name}= takes a whole number of at least {least}, not {value!r}")
        return default

    def seconds(self, name: str, default: T, *, zero: bool = False) -> float | T:
        """A finite number of seconds, more than 0 unless `zero`."""
        value: Any = self.given.get(name, default)
        if name not in self.given:
            return default
        number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if number and (value > 0 or (zero and value == 0)):
            return float(value) if isinstance(value, float) else int(value)
        self.problem("bad-option", f"{name}= takes seconds{'' if zero else ', more than 0'}, not {value!r}")
        return default

    def choice(self, name: str, default: str, choices: Collection[str]) -> str:
        """One of a few words."""
        value: Any = self.given.get(name, default)
        if value in choices:
            return str(value)
        self.problem("bad-option", f"{name}={value!r}", nearest(str(value), choices))
        return default

    def flag(self, name: str, default: T) -> bool | T:
        """True or False."""
        value: Any = self.given.get(name, default)
        if name in self.given and not isinstance(value, bool):
            self.problem("bad-option", f"{name}= takes True or False, not {value!r}")
            return default
        return cast("bool | T", value)

    def functions(self, name: str) -> tuple[Callable[..., Any], ...]:
        """One function or several, each with a name of its own: a lambda has none."""
        value = self.given.get(name, ())
        found = value if isinstance(value, list | tuple) else (value,)
        return tuple(function for function in found if self.named(name, function))

    def named(self, option: str, function: object) -> bool:
        """Whether this is a function with a name; what is wrong with it is noted."""
        if not callable(function):
            self.problem("bad-option", f"{option}= takes functions, not {function!r}")
        elif getattr(function, "__name__", "<lambda>") == "<lambda>":
            self.problem(
                "lambda", f"{option}= takes a function with a name", "write it as a def, so that it can be drawn"
            )
        else:
            return True
        return False
