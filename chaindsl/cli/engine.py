"""Where a command's flow calls the bodies of its steps: `--engine`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from chaindsl.runtime.environment import Environment
from chaindsl.runtime.ray_engine import RayEngine
from chaindsl.runtime.runner import Runner

Command = TypeVar("Command", bound=Callable[..., Any])
HELP = "Where steps are called: ray (a cluster on this machine) or ray:ADDRESS; else in this process."


def engine_option(command: Command) -> Command:
    """Let a command be told an engine, which it takes as `engine`."""
    return click.option("--engine", metavar="ENGINE", help=HELP)(command)


@contextmanager
def called_on(runner: Runner, spec: str | None) -> Iterator[Runner]:
    """Give the runner, with the engine that a name means while the block lasts. Raises EngineError and UsageError."""
    if spec is None:
        yield runner
        return
    kind, _, address = spec.partition(":")
    if kind != "ray":
        raise click.UsageError(f"{spec!r} is no engine; say ray or ray:ADDRESS")
    with RayEngine(address or None) as engine:
        yield runner.configured(environment=Environment(engine=engine))
