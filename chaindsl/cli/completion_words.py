"""What may follow on a command line that is being typed: commands, flows, runs, keys, rules, models, files.

What a parameter takes is told by the word that its help shows (`FILE:FLOW`, `RUN` …). Flows are read and never
imported; nothing is written; what can't be found is not offered, and is no error.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from chaindsl.cli.main import COMMANDS, Commands


class Item(CompletionItem):
    """One thing that may stand there."""


Offer = Callable[[click.Context, str], Iterator[Item]]

MOST = 40
"""Files that are read for their flows, and runs that are offered."""
BYTES = 512 * 1024


class Offering(Commands):
    """The commands, of which each parameter knows what it takes. Only the command that is typed is imported."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        return command and knowing(command)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        names = [name for name in sorted(COMMANDS) if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [Item(name, help=COMMANDS[name][1]) for name in names] + options


# It takes an argument in today's click, and must have none in older ones.
class Word(click.ParamType):  # type: ignore[type-arg]
    """A type that knows what to offer."""

    name = "word"

    def __init__(self, offer: Offer) -> None:
        self._offer = offer

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Return what may stand here."""
        return list(self._offer(ctx, incomplete))


def knowing(command: click.Command) -> click.Command:
    """Give each parameter of a command, and of those below it, what it offers."""
    for param in command.params:
        word = (getattr(param, "metavar", None) or param.name or "").upper()
        offer = next((one for pattern, one in OFFERS if re.search(pattern, word)), None)
        flag = isinstance(param, click.Option) and param.is_flag
        if offer and not flag and not isinstance(param.type, click.Choice | click.types.IntParamType):
            param.type = Word(offer)
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        knowing(below)
    return command


def flows(_: click.Context, incomplete: str) -> Iterator[Item]:
    """Offer the flows of files whose paths begin like this, and the folders on the way to others."""
    head, colon, name = incomplete.rpartition(":")
    if colon and Path(head).is_file():
        yield from (Item(f"{head}:{one}") for one in _flows_in(Path(head)) if one.startswith(name))
        return
    folder, slash, start = incomplete.rpartition("/")
    before = f"{folder}{slash}"
    entries = sorted(path for path in Path(before or ".").iterdir() if path.name.startswith(start))
    visible = [path for path in entries if start.startswith(".") or not path.name.startswith(".")]
    for path in [one for one in visible if one.suffix == ".py" and _mentions(one)][:MOST]:
        yield from (Item(f"{before}{path.name}:{one}") for one in _flows_in(path))
    for path in visible:
        if path.is_dir() and path.name != "__pycache__":
            yield Item(f"{before}{path.name}/")


def _mentions(path: Path) -> bool:
    with path.open("rb") as file:
        return path.is_file() and b"chaindsl" in file.read(BYTES)


def _flows_in(path: Path) -> Iterator[str]:
    from analyzer.source.project import Project  # noqa: PLC0415 - only a command that takes a flow needs it

    for flow in Project().read(path, shown=str(path)).flows:
        yield from flow.symbols[:1]


def keys(ctx: click.Context, incomplete: str) -> Iterator[Item]:
    """Offer the inputs of the flow that was named before."""
    from chaindsl.cli.target import find_flow  # noqa: PLC0415 - as above

    inputs = find_flow(str(ctx.params.get("target"))).graph.inputs
    for part in inputs if isinstance(inputs, tuple) else ():
        if str(part.key).startswith(incomplete):
            yield Item(f"{part.key}=")


def runs(ctx: click.Context, incomplete: str) -> Iterator[Item]:
    """Offer the runs of the store, those that changed last first."""
    from chaindsl.cli.store_address import FILE, FOLDER, VARIABLE  # noqa: PLC0415 - only these commands need a store
    from chaindsl.store.catalogue import open_store  # noqa: PLC0415 - as above

    usual = Path(FOLDER, FILE)
    address = ctx.params.get("address") or os.environ.get(VARIABLE) or str(usual)
    if "://" not in address and not Path(str(address).removeprefix("sqlite:")).is_file():
        return
    with closing(open_store(address)) as store:
        for head in store.heads(limit=MOST):
            if head.id.startswith(incomplete):
                yield Item(head.id, help=f"{head.flow}, {head.status}")


def rules(_: click.Context, incomplete: str) -> Iterator[Item]:
    """Offer the rules, after a comma another."""
    from analyzer.rulebook import entries  # noqa: PLC0415 - as above

    before, comma, last = incomplete.rpartition(",")
    for code, entry in entries().items():
        if code.startswith(last.upper()):
            yield Item(f"{before}{comma}{code}", help=entry.rule.name)


def models(_: click.Context, incomplete: str) -> Iterator[Item]:
    """Offer how names of models begin."""
    yield from (Item(one) for one in ("local", "openai:", "anthropic:", "http://") if one.startswith(incomplete))


def of_type(kind: str) -> Offer:
    """Leave it to the shell, which knows files and folders best."""

    def offer(_: click.Context, incomplete: str) -> Iterator[Item]:
        yield Item(incomplete, type=kind)

    return offer


# The first pattern that the word has, says what is offered.
OFFERS: tuple[tuple[str, Offer], ...] = (
    (r"FILE(\.PY)?:FLOW", flows),
    (r"^RUN$", runs),
    (r"KEY=VALUE\]\.\.\.", keys),
    (r"^RULES$|CODE\|NAME", rules),
    (r"^SPEC$", models),
    (r"^\[?(DIR|FOLDER)\]?$", of_type("dir")),
    (r"FILE|PATH|\.(JSONL?|HTML|PY|YAML)\b|^ADDRESS$", of_type("file")),
)


def none_where_it_fails(find: Callable[[], list[Any]]) -> list[Any]:
    """Return what is found, or nothing: whoever types on sees no error in between."""
    try:
        return find()
    except Exception:  # noqa: BLE001 - a line that is not whole yet may be wrong in any way
        return []
