"""What the commands for stored runs share: which store, which flow, and how an answer is shown."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from functools import wraps
from typing import Any, TypeVar

import click

from chaindsl.cli.binding import bound_tools
from chaindsl.cli.loading import load_flow
from chaindsl.cli.model import model_options, resolve
from chaindsl.cli.outcome import TAIL
from chaindsl.cli.run import silent_stdout
from chaindsl.cli.store_address import store_address
from chaindsl.cli.table import cut, show_table
from chaindsl.cli.target import parse_target
from chaindsl.language.flow import Flow
from chaindsl.runtime.response import ChainStep, LinkView, Response
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.status import Status
from chaindsl.store.catalogue import open_store
from chaindsl.store.store import Store

Command = TypeVar("Command", bound=Callable[..., Any])
GOOD = (Status.COMPLETED, Status.WAITING, Status.RUNNING)
"""How a run may stand for a command to exit with 0."""


def store_option(command: Command) -> Command:
    """Let a command be told which store."""
    text = "Where runs are kept: a file, postgresql://…; else CHAINDSL_STORE, else .chaindsl/runs.db."
    return click.option("--store", "address", metavar="ADDRESS", help=text)(command)


@dataclass(frozen=True)
class RunFlow:
    """The flow that a run is of, as the options of a command name it, with its tools and the store of its runs."""

    target: str
    model: str | None
    tools: tuple[str, ...]
    address: str | None

    @contextmanager
    def bound(self, *, quiet: bool = False) -> Iterator[tuple[Flow, Runner]]:
        """Import the flow and bind it, its store open within the block, and there, if `quiet`, nothing printed."""
        with quieted(quiet), opened(self.address) as store:
            yield loaded(self.target, self.model, self.tools, store)


def flow_options(work: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command be told which flow a run is of, its tools and its store; it is handed them as `of`, a RunFlow."""

    @wraps(work)
    def told(
        *args: Any, target: str, model: str | None, tools: tuple[str, ...], address: str | None, **options: Any
    ) -> Any:
        return work(*args, of=RunFlow(target, model, tools, address), **options)

    command = store_option(told)
    command = click.option("--tool", "tools", metavar="NAME=MODULE:SYMBOL", multiple=True, help="A tool.")(command)
    command = model_options()(command)
    return click.option("--flow", "target", metavar="FILE:FLOW", required=True, help="The flow, imported.")(command)


def json_option(command: Command) -> Command:
    """Let a command print JSON."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")(command)


def quieted(quiet: bool) -> AbstractContextManager[None]:
    """Keep what a flow prints from standard output, if `quiet`, where an answer is all that may stand."""
    return silent_stdout() if quiet else nullcontext()


@contextmanager
def opened(address: str | None) -> Iterator[Store]:
    """Open the store, and close it behind the block."""
    with closing(open_store(store_address(address))) as store:
        yield store


def loaded(target: str, model: str | None, tools: tuple[str, ...], store: Store) -> tuple[Flow, Runner]:
    """Import a flow and bind it to its tools and a store."""
    module, flow = load_flow(parse_target(target))
    return flow, flow.bind(**bound_tools(flow.graph, module, tools, model, resolve)).configured(store=store)


def answered(response: Response, *, as_json: bool) -> int:
    """Print where a run stands, and return the exit status."""
    if as_json:
        click.echo(json.dumps(asdict(response), ensure_ascii=False, default=str))
    else:
        for line in lines(response):
            click.echo(line)
    return int(response.status not in GOOD)


def lines(response: Response) -> Iterator[str]:
    """Yield what there is to say of a run, to be read by a person."""
    run = response.run
    if response.chain:
        head = ("transition", "from", "to", "by", "attempts", "seconds", "wrote", "outcome")
        show_table(head, [_row(step) for step in response.chain])
        yield ""
    state = f" in state {run.state}" if run.state else ""
    why = f" ({response.stopped})" if response.stopped else ""
    yield f"run {run.id} of {run.flow}: {response.status}{state}{why}; revision {run.revision}"
    yield from _tail(response)
    if response.error is not None:
        yield f"error: {response.error.message}"
        if response.error.hint:
            yield f"  {response.error.hint}"
    for key, value in response.outputs.items():
        yield f"{key} = {json.dumps(value, ensure_ascii=False)}"
    if response.guidance.goal:
        yield f"goal: {response.guidance.goal}"
    if response.guidance.instructions:
        yield f"guidance: {response.guidance.instructions}"
    yield from (_link(link) for link in response.links)


def _row(step: ChainStep) -> tuple[str, ...]:
    outcome = cut(" ".join((step.error or "ok").split()), 60)
    return (
        step.transition,
        step.source or "",
        step.target or "",
        step.actor or "",
        str(step.attempts),
        f"{step.seconds:.3f}",
        step.wrote or "",
        outcome,
    )


def _tail(response: Response) -> Iterator[str]:
    last = response.chain[-1] if response.chain else None
    if last is not None and last.error is not None and last.tail:
        yield f"the end of what {last.transition} printed:"
        yield from (f"  {part}".rstrip() for part in last.tail.splitlines()[-TAIL:])


def _link(link: LinkView) -> str:
    who = "go on" if link.recovery else link.actor
    wanted = ", ".join(link.schema.get("properties", {}))
    return f"  {who}: {link.transition} – {link.title}{f'; tell it {wanted}' if wanted else ''}"
