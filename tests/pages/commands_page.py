"""The page of the command line: what `--help` of every command says. It must not know which commands there are."""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from chaindsl.cli.main import commands

WIDTH = 100
HEAD = """\
<!-- Generated from the commands: `make golden` -->
# The command line

What `--help` of each command says. A command exits with 0 when all is well, with 1 when there are findings or a run
failed, with 2 when it could not be done: then it says why in a line for each reason, with [a code](errors.md) and
what to do next. 130 is an interrupt. Nothing is ever a traceback.

`NO_COLOR`, `FORCE_COLOR` and the [other variables](configuration.md#environment) hold for all of them.
"""


def commands_page(folder: Path) -> str:
    """The page, with links to the pages in `folder` that begin with a command."""
    pages = introduced(folder)
    parts = [HEAD]
    root = click.Context(commands, info_name="chaindsl", terminal_width=WIDTH, **commands.context_settings)
    for level, context in walked(root):
        links = ", ".join(f"[{title}]({name})" for name, title in pages.get(context.command_path, []))
        more = f"More: {links}.\n\n" if links else ""
        head = f"{'#' * level} {context.command_path}"
        parts.append(f"{head}\n\n{more}```text\n{context.get_help().rstrip()}\n```\n")
    return "\n".join(parts)


def walked(context: click.Context, level: int = 2) -> Iterator[tuple[int, click.Context]]:
    """The context of each command, groups before what is in them."""
    yield level, context
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            if command is not None and not command.hidden:
                inner = click.Context(command, info_name=name, parent=context, terminal_width=WIDTH)
                yield from walked(inner, level if context.parent is None else level + 1)


def introduced(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """By the commands that their titles and first paragraphs name, the names and titles of pages."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(folder.glob("*.md")):
        title, _, text = path.read_text(encoding="utf-8").partition("\n\n")
        if title.startswith("# "):
            first = text.partition("\n\n")[0]
            for command in dict.fromkeys(re.findall(r"`chaindsl (\w+)", f"{title} {first}")):
                found.setdefault(f"chaindsl {command}", []).append((path.name, title[2:].replace("`", "")))
    return found
