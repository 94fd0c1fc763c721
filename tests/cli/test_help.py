"""Every command has an example in its help, one that parses, and takes -h."""

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from chaindsl.cli.main import COMMANDS, commands


def every(command: click.Command, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """The command and all below it, each with the names that lead to it."""
    yield names, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from every(below, *names, name)


EVERY = dict(every(commands))


def examples(command: click.Command) -> list[list[str]]:
    """The words of each `chaindsl …` of the help's last paragraph, up to where a shell would end the command."""
    found = re.findall(r"chaindsl (.*?)(?=\)\"|[;|>`\n]|&&|\. |, in |$)", command.epilog or "")
    return [shlex.split(one) for one in found]


def test_commands_below_commands_are_found() -> None:
    assert {names[0] for names in EVERY if names} == set(COMMANDS)
    assert {("runs", "verify"), ("trace", "show")} <= set(EVERY)


@pytest.mark.parametrize("names", EVERY, ids=" ".join)
def test_help_has_an_example_that_parses(names: tuple[str, ...]) -> None:
    command = EVERY[names]
    assert re.match(r"[\b\n]*Examples?:", command.epilog or "")
    told = examples(command)
    assert told
    if names:
        assert any(tuple(words[: len(names)]) == names for words in told)
    for words in told:
        parsed(commands, words)


def parsed(command: click.Command, words: list[str]) -> None:
    """Parse the words of an example as the command line would, without doing anything; wrong ones raise."""
    context = command.make_context("chaindsl", list(words))
    if isinstance(command, click.Group):
        name, below, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        assert below is not None, name
        parsed(below, rest)


@pytest.mark.parametrize("names", EVERY, ids=" ".join)
def test_help_is_no_wider_than_a_terminal(names: tuple[str, ...]) -> None:
    command = EVERY[names]
    text = command.get_help(click.Context(command, info_name=" ".join(("chaindsl", *names)), terminal_width=80))
    assert [line for line in text.splitlines() if len(line) > 80] == []
    assert all(
        option.help or isinstance(option.type, click.Choice)
        for option in command.params
        if isinstance(option, click.Option)
    )
