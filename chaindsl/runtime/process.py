"""Runs commands: argv only, never a shell; nothing of a command outlives its timeout or its cancellation.

A command gets a session of its own, a small environment, and text or nothing as its input. It knows nothing about
runs and steps. POSIX only.
"""

import asyncio
import contextlib
import functools
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from pydantic import TypeAdapter, ValidationError

from chaindsl.runtime.command_error import CommandFailed, CommandOutputError, CommandTimeout
from chaindsl.runtime.complaint import complaint
from chaindsl.runtime.started_command import start
from chaindsl.vocabulary.command import Command, CommandResult

_OUTPUT = 1_000_000


def run_command(
    command: Command[Any],
    *,
    timeout: float | None = None,
    max_output: int = _OUTPUT,
    clock: Callable[[], float] = time.monotonic,
) -> CommandResult:
    """Run the command and return what it left behind, whatever its exit code.

    `timeout` is in seconds; the shorter of it and the command's own counts, and then the command is ended with all
    that it started. Of each output the last `max_output` bytes are kept, and the result says how many were cut. What
    the command itself leaves in the background when it exits goes on, as it would in a shell. `clock` measures the
    result's seconds.

    Raises CommandNotFound, CommandNotStarted, CommandTimeout.
    """
    return _run(command, timeout, max_output, clock, None)


async def arun_command(
    command: Command[Any],
    *,
    timeout: float | None = None,
    max_output: int = _OUTPUT,
    clock: Callable[[], float] = time.monotonic,
) -> CommandResult:
    """Run the command like `run_command`, from asyncio; when cancelled, first end it with all that it started."""
    stopped, stop = os.pipe()
    try:
        outcome = _in_thread(functools.partial(_run, command, timeout, max_output, clock, stopped))
        waiting = asyncio.wrap_future(outcome)
        try:
            return await asyncio.shield(waiting)
        except asyncio.CancelledError:
            os.write(stop, b"!")
            await _settled(waiting)
            raise
    finally:
        os.close(stop)
        os.close(stopped)


def decode(command: Command[Any], result: CommandResult) -> object:
    """Return what the command's step stores: the result itself, its standard output, or that read as JSON.

    Raises CommandFailed for an exit code other than 0 unless the command has `check=False`, and CommandOutputError
    where the output is cut or is not the JSON that was asked for.
    """
    if command.check and not result.ok:
        raise CommandFailed(command, result)
    if command.yields == "result":
        return result
    if result.stdout_cut:
        why = f"its output is longer than what is kept: the first {result.stdout_cut} bytes are cut off"
        raise CommandOutputError(command, result, why, "let it write less, or to a file")
    if command.yields == "text":
        return result.stdout
    shape: Any = command.shape
    try:
        return TypeAdapter[object](shape).validate_json(result.stdout)
    except ValidationError as error:
        raise CommandOutputError(command, result, f"its output is not what is asked for: {complaint(error)}") from error


def _run(
    command: Command[Any], timeout: float | None, max_output: int, clock: Callable[[], float], stop: int | None
) -> CommandResult:
    limit = min((seconds for seconds in (timeout, command.timeout) if seconds is not None), default=None)
    began = clock()
    running = start(command, max_output)
    survivors: tuple[int, ...] = ()
    try:
        in_time = running.wait(limit, stop)
        if not in_time:
            survivors = running.end()
    except BaseException:
        running.end()
        raise
    finally:
        running.close()
    result = running.result(clock() - began)
    if limit is not None and not in_time:
        raise CommandTimeout(command, limit, result, survivors)
    return result


def _in_thread(work: Callable[[], CommandResult]) -> "Future[CommandResult]":
    """Do the work in a thread of its own: the loop's pool is small, and commands may wait for one another."""
    outcome: Future[CommandResult] = Future()

    def settle() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # noqa: BLE001  it is raised again by whoever awaits the outcome
            outcome.set_exception(error)

    threading.Thread(target=settle, name="chaindsl-command").start()
    return outcome


async def _settled(waiting: "asyncio.Future[CommandResult]") -> None:
    """Wait for the end, however often this is cancelled meanwhile; it comes within a bounded time."""
    while not waiting.done():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait([waiting])
    waiting.exception()
