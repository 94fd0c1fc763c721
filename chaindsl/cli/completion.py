"""`chaindsl completion`: the script that lets a shell complete commands, flows and runs."""

import click

from chaindsl.cli.completion_shell import SHELLS, script

EXAMPLE = 'Example: eval "$(chaindsl completion bash)", in ~/.bashrc to have it always'


@click.command(short_help="Let a shell complete commands, flows and runs.", epilog=EXAMPLE)
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that lets a shell complete commands, options, FILE:FLOW, KEY=, runs, rules and models.

    zsh: the same eval, behind compinit. fish: chaindsl completion fish | source.
    """
    root = context.find_root().command
    if isinstance(root, click.Group):
        click.echo(script(shell, root), nl=False)
