"""Commands as values: a step returns one, and the interpreter runs it. There is never a shell in between."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, Literal, TypeVar

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What a command left behind: its exit code, the end of its output, and the seconds it took.

    The output is decoded as UTF-8. Where it was too long to be kept, the `..._cut` say how many bytes at its start
    are missing. An exit code below 0 is minus the number of the signal that ended it.
    """

    exit_code: int
    stdout: str
    stderr: str
    seconds: float = 0.0
    stdout_cut: int = 0
    stderr_cut: int = 0

    @property
    def ok(self) -> bool:
        """Whether the command exited with 0."""
        return self.exit_code == 0


@dataclass(frozen=True, slots=True)
class Command(Generic[T_co]):
    """A program with its arguments, and what to make of its output; build one with `cli`.

    `check` says that an exit code other than 0 fails the step. `timeout` is in seconds. `yields` is what is stored:
    the whole `result`, the standard output as `text`, or as `json` of the type `shape`.
    """

    argv: tuple[str, ...]
    stdin: str | None = None
    cwd: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    check: bool = True
    timeout: float | None = None
    yields: Literal["result", "text", "json"] = "result"
    shape: object = None

    def text(self) -> "Command[str]":
        """Return the same command, storing its standard output as text."""
        return replace(self, yields="text")  # type: ignore[return-value]

    def json(self, shape: type[T]) -> "Command[T]":
        """Return the same command, storing its standard output read as JSON of type `shape`."""
        return replace(self, yields="json", shape=shape)  # type: ignore[return-value]


def cli(
    *argv: str,
    stdin: str | None = None,
    cwd: str | None = None,
    env: Mapping[str, str] | None = None,
    check: bool = True,
    timeout: float | None = None,
) -> Command[CommandResult]:
    """Describe a command for the interpreter to run.

    `argv` is the program and its arguments, passed as they are. `env` is added to a minimal environment. With
    `check=False` an exit code other than 0 is a result like any other, for later guards to look at. Raises ValueError
    without a program and TypeError for an argument that is no string.
    """
    if not argv or not argv[0]:
        raise ValueError("cli() needs a program, as in cli('ruff', 'check', path)")
    for argument in argv:
        if not isinstance(argument, str):
            raise TypeError(f"cli() takes strings, and {argument!r} is a {type(argument).__name__}: say str(...)")
    return Command(tuple(argv), stdin, cwd, dict(env or {}), check, timeout)
