"""`chaindsl serve`: imports flows and serves them to a model over MCP."""

from collections.abc import Iterator, Sequence
from functools import cache

import click

from chaindsl.cli.binding import bound_tools, wanted_tools
from chaindsl.cli.loading import load_flow
from chaindsl.cli.model import model_options, resolve
from chaindsl.cli.store_address import store_address
from chaindsl.cli.target import parse_target
from chaindsl.errors import ChainDslError
from chaindsl.graph.nearest import nearest
from chaindsl.models.failure import require
from chaindsl.serve.desk import Desk
from chaindsl.serve.door import open_door
from chaindsl.serve.ending import Ending
from chaindsl.serve.flows import Catalogue, Served
from chaindsl.serve.recovery import take_up
from chaindsl.serve.wire import take_wire
from chaindsl.store.catalogue import open_store
from chaindsl.store.store import Store

EPILOG = """\b
Examples:
  chaindsl serve examples/release.py:release
  chaindsl serve flows.py:review flows.py:qa --model local --store runs.db
  chaindsl serve flows.py:review --http 127.0.0.1:8600 --token-env TOKEN
"""


@click.command(short_help="Serve flows to a model over MCP.", epilog=EPILOG)
@click.argument("targets", metavar="FILE:FLOW...", nargs=-1, required=True)
@click.option("--store", "address", metavar="ADDRESS",
              help="Where runs are kept: a SQLite file, postgresql://…, memory:; else .chaindsl/runs.db.")  # fmt: skip
@model_options()
@click.option("--tool", "tools", metavar="NAME=MODULE:SYMBOL", multiple=True, help="A tool; may be given again.")
@click.option("--dotted-names", is_flag=True, help="Call the tools workflow.start …; many clients refuse such names.")
@click.option("--http", metavar="[HOST:]PORT", help="Serve over HTTP there, and not on standard input and output.")
@click.option("--token-env", metavar="VAR", help="With --http: the variable that holds the token clients must bring.")
@click.option("--allow-host", "hosts", metavar="HOST", multiple=True,
              help="With --http: another name by which clients may call it.")  # fmt: skip
@click.option("--answer-within", metavar="SECONDS", type=click.FloatRange(0, 3600, min_open=True), default=20.0,
              show_default=True, help="After this long a chain is answered as running, and goes on.")  # fmt: skip
def serve(
    targets: tuple[str, ...],
    address: str | None,
    model: str | None,
    tools: tuple[str, ...],
    dotted_names: bool,
    http: str | None,
    token_env: str | None,
    hosts: tuple[str, ...],
    answer_within: float,
) -> None:
    """Serve the flows of Python files, which are imported, as tools of an MCP server.

    A client on standard input and output, or any that brings the token over HTTP, starts flows and takes the
    decisions that are an agent's. Runs that an earlier server of this store left behind are taken up. Exit status: 0
    the client has gone, 2 it could not begin.
    """
    if http is None and (token_env or hosts):
        raise click.UsageError("--token-env and --allow-host go with --http")
    ending = Ending()
    ending.on_signals()
    # Before anything of the user's is imported, since it may print.
    way = take_wire() if http is None else open_door(http, token_env, hosts)
    store = open_store(store_address(address))
    ending.first(store.close)
    catalogue = Catalogue(bound(targets, tools, model, store), store)
    require("mcp", "serve")
    # It loads the protocol's package, which takes a second: whatever is wrong with the call is said before.
    from chaindsl.serve.service import speak  # noqa: PLC0415

    take_up(catalogue)
    speak(way, Desk(catalogue, answer_within), "." if dotted_names else "_", ending)


def bound(targets: Sequence[str], tools: Sequence[str], model: str | None, store: Store) -> Iterator[Served]:
    """Yield each flow with its runner. Raises ChainDslError for what can't be imported, bound, or told apart."""
    loaded = [load_flow(parse_target(target)) for target in dict.fromkeys(targets)]
    wanted = {name for _, flow in loaded for name in wanted_tools(flow.graph)}
    for name in (option.partition("=")[0] for option in tools):
        if name not in wanted:
            raise ChainDslError("unknown-tool", f"no flow has a tool {name!r}", name, hint=nearest(name, wanted))
    once = cache(resolve)
    names: set[str] = set()
    for module, flow in loaded:
        if flow.name in names:
            raise ChainDslError("same-name", f"two flows are called {flow.name}", flow.name, hint="rename one of them")
        names.add(flow.name)
        own = [option for option in tools if option.partition("=")[0] in wanted_tools(flow.graph)]
        runner = flow.bind(**bound_tools(flow.graph, module, own, model, once))
        yield Served(flow, runner.configured(store=store).session)
