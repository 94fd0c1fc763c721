"""What can go wrong with a command, each with the command, what it left behind, and what to do next."""

import shlex
import signal

from chaindsl.errors import ChainDslError
from chaindsl.vocabulary.command import Command, CommandResult

_SHOWN = 100
_TAIL = 2_000


class CommandError(ChainDslError):
    """Root of the errors of commands. `result` is what the command left behind, None if it never ran."""

    def __init__(
        self, code: str, message: str, command: Command[object], result: CommandResult | None, hint: str | None = None
    ) -> None:
        super().__init__(code, f"`{shown(command)}` {message}", command.argv[0], None, hint)
        self.command = command
        self.result = result

    @property
    def exit_code(self) -> int | None:
        """The exit code (minus the signal's number where a signal ended it), None if it never ran."""
        return self.result.exit_code if self.result else None

    @property
    def tail(self) -> str:
        """The end of what it wrote, at most 2,000 characters: of the error output if there is any."""
        return (self.result.stderr.strip() or self.result.stdout.strip())[-_TAIL:] if self.result else ""


class CommandNotFound(CommandError):
    """There is no such program."""

    def __init__(self, command: Command[object]) -> None:
        hint = f"install {command.argv[0]!r}, or give its path; it is looked for on PATH, and no shell is involved"
        super().__init__("command-not-found", "is no program that can be found", command, None, hint)


class CommandNotStarted(CommandError):
    """The program is there, but the system could not start it like this."""

    def __init__(self, command: Command[object], why: str, hint: str | None = None) -> None:
        super().__init__("command-not-started", f"could not be started: {why}", command, None, hint)


class CommandTimeout(CommandError):
    """It took too long and was ended with all that it started; `survivors` are processes that could not be ended."""

    def __init__(
        self, command: Command[object], seconds: float, result: CommandResult, survivors: tuple[int, ...] = ()
    ) -> None:
        left = f"; processes that could not be ended: {', '.join(map(str, survivors))}" if survivors else ""
        message = f"was ended after {seconds:g} s{left}{last_line(result)}"
        hint = "give it more time with timeout=, or find out what it waits for; its input is stdin= or nothing"
        super().__init__("command-timeout", message, command, result, hint)
        self.survivors = survivors


class CommandFailed(CommandError):
    """It exited with another code than 0, and `check` says that this is a failure."""

    def __init__(self, command: Command[object], result: CommandResult) -> None:
        message = f"{ending(result)}{last_line(result)}"
        hint = "with cli(..., check=False) its exit code is a result like any other"
        super().__init__("command-failed", message, command, result, hint)


class CommandOutputError(CommandError):
    """Its output is not what the step stores."""

    def __init__(self, command: Command[object], result: CommandResult, why: str, hint: str | None = None) -> None:
        super().__init__("command-output", f"{ending(result)}, but {why}", command, result, hint)


def shown(command: Command[object]) -> str:
    """Return the command as one would type it, cut to a line."""
    text = shlex.join(command.argv)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def ending(result: CommandResult) -> str:
    """Return how the command ended, as part of a sentence."""
    if result.exit_code >= 0:
        return f"exited with {result.exit_code}"
    try:
        return f"was ended by {signal.Signals(-result.exit_code).name}"
    except ValueError:
        return f"was ended by signal {-result.exit_code}"


def last_line(result: CommandResult) -> str:
    """Return the last line that it wrote, as the end of a sentence; empty if it wrote nothing."""
    lines = (result.stderr.strip() or result.stdout.strip()).splitlines()
    return f": {lines[-1].strip()[:200]}" if lines else ""
