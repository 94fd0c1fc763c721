"""`chaindsl check`: find what is wrong with flows, from source alone. Here are its options; `checker` does the work."""

from collections.abc import Callable
from typing import Any

import click

from analyzer.report.table import FORMATS
from chaindsl.cli.checker import BARS, Options, run
from chaindsl.cli.terminal import CHOICES

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

EXAMPLE = "Example: chaindsl check src --fix; in CI: chaindsl check --output-format sarif --output-file chaindsl.sarif"
RULES = "A code, a prefix, a name or ALL; more with commas or by repeating the option."


def codes(_: click.Context, option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The selectors of an option that may be repeated and may hold several."""
    found = tuple(part.strip() for value in values for part in value.split(","))
    if not all(found):
        raise click.UsageError(f"{option.opts[0]} needs a code, a prefix, a name or ALL")
    return found


def several(name: str, help: str, **more: Any) -> Decorator:
    """An option that may be repeated."""
    return click.option(name, multiple=True, help=help, **more)


@click.command(short_help="Check the flows in files and folders, without importing them.", epilog=EXAMPLE)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--output-format", type=click.Choice(list(FORMATS)), default="full", show_default=True)
@click.option("--output-file", metavar="FILE", help="Write the report there; the last line stays on the terminal.")
@several("--select", f"The rules to run. {RULES}", metavar="RULES", callback=codes)
@several("--extend-select", "Rules to run as well.", metavar="RULES", callback=codes)
@several("--ignore", "Rules not to run.", metavar="RULES", callback=codes)
@click.option("--fail-on", type=click.Choice(list(BARS)), default="warning", show_default=True,
              help="The least severity that makes the exit status 1.")  # fmt: skip
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found.")
@click.option("--statistics", is_flag=True, help="Show how often each rule found something, instead of what.")
@several("--config", "A settings file for all paths, or one setting as TOML.", metavar="FILE|KEY=VALUE")
@click.option("--isolated", is_flag=True, help="Look for no settings file.")
@several("--exclude", "Leave out what matches, spelt as in .gitignore.", metavar="GLOB")
@click.option("--force-exclude", is_flag=True, help="Leave out excluded and ignored files even if they are named.")
@click.option("--stdin-filename", metavar="FILE", help="What the source on standard input, `-`, is called.")
@click.option("--baseline", metavar="FILE", help="Leave out findings that the file knows.")
@click.option("--write-baseline", metavar="FILE", help="Write the findings to the file, and exit with 0.")
@several(
    "--load",
    "Import this flow and check it as it was put together. This runs the module's code.",
    metavar="MODULE:FLOW|FILE:FLOW",
)
@click.option("--color", type=click.Choice(CHOICES), default="auto", show_default=True)
@click.option("--fix", is_flag=True, help="Correct what can be corrected without changing what a run does.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: correct also what may change a run.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing; exit with 1 if anything.")
@click.option("--no-cache", is_flag=True, help="Neither use nor write what was found in files that are as they were.")
@click.option("--cache-dir", metavar="DIR", help="Where that is kept, instead of in the user's folder for caches.")
def check(**options: Any) -> int:
    """Check the flows in files and folders, without importing them.

    A PATH is a file, a folder (all Python files below it, unless ignored or excluded), or `-` for standard input;
    without any it is the current folder.

    Nothing is imported, except with --load: then no PATH is read, and the flows that are named are checked.

    Exit status: 0 no finding counts, 1 at least one does, 2 it could not be done.
    """
    return run(Options(**options))
