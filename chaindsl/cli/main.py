"""The door of the command line: which commands there are, and how each of them may end.

It imports click and nothing else of weight; a command's module is imported when that command is asked for. No
traceback leaves here: what the user did wrong ends with a line and exit status 2.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from chaindsl import __version__

# Name → where the command is, and its short help, so that `--help` needs to import none of them.
COMMANDS: dict[str, tuple[str, str]] = {
    "approve": ("chaindsl.cli.approve:approve", "Take a decision that is for a person, at the terminal."),
    "check": ("chaindsl.cli.check:check", "Check the flows in files and folders, without importing them."),
    "completion": ("chaindsl.cli.completion:completion", "Let a shell complete commands, flows and runs."),
    "cost": ("chaindsl.cli.cost:cost", "What a run takes: calls, seconds, money, reliability."),
    "diff": ("chaindsl.cli.diff:diff", "Show what a change does to flows, without importing them."),
    "docs": ("chaindsl.cli.docs:docs", "A Markdown page for each flow, fit for a repository."),
    "doctor": ("chaindsl.cli.doctor:doctor", "Say what is missing on this machine and in this project."),
    "draw": ("chaindsl.cli.draw:draw", "Draw a flow, without importing it."),
    "export": ("chaindsl.cli.exporting:export", "Write a workflow as YAML, where YAML can say it."),
    "fork": ("chaindsl.cli.fork:fork", "Begin a run in the middle of another."),
    "graph": ("chaindsl.cli.graph:graph", "Print the graph of a flow as JSON, without importing it."),
    "import": ("chaindsl.cli.importing:import_", "Write the Python that says what a YAML workflow says."),
    "lock": (
        "chaindsl.cli.lock:lock",
        "Write chaindsl.lock: prompts with their versions, flows with their shapes.",
    ),
    "report": ("chaindsl.cli.report:report", "One HTML page about all flows of a project."),
    "map": ("chaindsl.cli.map:map_", "Run a flow for every line of a file."),
    "new": ("chaindsl.cli.new:new", "Start a flow: contracts, prompts, validators, tests, checks."),
    "replay": ("chaindsl.cli.replay:replay", "Run the flow of today with the answers of a recorded run."),
    "rule": ("chaindsl.cli.rule:rule", "Explain a rule: what it finds, why, and what to do."),
    "run": ("chaindsl.cli.run:run", "Run a flow and show its trace."),
    "runs": ("chaindsl.cli.runs:runs", "Look at runs that are kept in a store, and take them up again."),
    "serve": ("chaindsl.cli.serve:serve", "Serve flows to a model over MCP."),
    "simulate": ("chaindsl.cli.simulate:simulate", "Every path of a flow once, or one by hand, without running it."),
    "testcase": ("chaindsl.cli.testcase:testcase", "Write a test from one recorded step, or tests of each branch."),
    "trace": ("chaindsl.cli.trace:trace", "Show a trace file, compare two, make a page of one."),
}

INTERRUPTED = 130
BROKEN_PIPE = 141


class Commands(click.Group):
    """The group of `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"there is no command {args[0]!r}{nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


def nearest(name: str, names: Sequence[str] | dict[str, Any]) -> str:
    """Return a question that offers the closest of `names`, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415 - needed only when something is misspelt

    found = get_close_matches(name, list(names), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


def show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the installed version and end."""
    if wanted and not ctx.resilient_parsing:
        click.echo(f"chaindsl {__version__}")
        ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: chaindsl new qa && cd qa && chaindsl check. "
    "Exit status: 0 all is well, 1 there are findings or the run failed, 2 it could not be done.",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=show_version, help="Show it, end.")
def commands() -> None:
    """Write chains and workflows of model calls as Python functions; check, draw and run them."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status: 0, 1, 2, or 130 when interrupted."""
    status = guarded(list(sys.argv[1:] if arguments is None else arguments))
    sys.exit(status)


def guarded(arguments: list[str]) -> int:
    """Run one command; whatever ends it becomes an exit status and, if it failed, a line on standard error."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Closed by whoever started us: nobody reads it, and writing to it must not fail.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - open until the end
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            # A file name or a message may hold what the terminal's encoding can't say.
            stream.reconfigure(errors="backslashreplace")
    try:
        status = invoked(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has gone; the interpreter must not complain when it flushes again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the one net: each kind ends as a line and a status
        from analyzer.report.pieces.printable import printable  # noqa: PLC0415 - needed only when something is wrong
        from chaindsl.cli.wrong import short  # noqa: PLC0415 - as above

        sys.stderr.writelines(f"error: {printable(short(line))}\n" for line in explained(error))
        return error.exit_code if isinstance(error, click.ClickException) else 2
    return status


def invoked(arguments: list[str]) -> int:
    """The status that the command asked for."""
    if "_CHAINDSL_COMPLETE" in os.environ:
        from chaindsl.cli.completion_shell import answer  # noqa: PLC0415 - needed only while somebody types

        return answer(commands)
    try:
        with commands.make_context("chaindsl", arguments) as context:
            result = commands.invoke(context)
    except click.exceptions.NoArgsIsHelpError as wanted:
        click.echo(wanted.format_message())
        return 2
    except click.exceptions.Exit as end:
        return end.exit_code
    return result if isinstance(result, int) else 0


def explained(error: Exception) -> Iterator[str]:
    """One line for each thing that is wrong: code, what, where, and what to do next."""
    from chaindsl.cli.wrong import next_step, refused, wrong_use  # noqa: PLC0415 - needed only when something is wrong

    if isinstance(error, click.ClickException):
        yield wrong_use(error)
        return
    # Every error of ours has an issue, or several, of one shape; their classes need not be loaded to know it.
    issues = getattr(error, "issues", ()) or tuple(filter(None, [getattr(error, "issue", None)]))
    if issues:
        yield from (line_of(issue, next_step(issue.code, error.__cause__)) for issue in issues)
        return
    if isinstance(error, OSError):
        yield refused(error)
        return
    if os.environ.get("CHAINDSL_TRACEBACK"):
        raise error
    said = " ".join(str(error).split())
    yield f"internal {type(error).__name__}: {said}. Set CHAINDSL_TRACEBACK=1 to see where, and please report it."


def sentence(hint: str) -> str:
    """A hint with a capital, unless it begins with a command that is to be typed as it stands."""
    typed = hint.startswith(("pip ", "chaindsl ", "pytest ", "make "))
    return hint if typed else f"{hint[:1].upper()}{hint[1:]}"


def line_of(issue: Any, otherwise: str | None = None) -> str:
    """One line about one thing that is wrong: code, what, where, and what to do next, or else what `otherwise` says."""
    place = f" ({issue.place})" if issue.place else ""
    said = issue.hint or otherwise
    hint = f". {sentence(said)}" if said else ""
    return " ".join(f"{issue.code}: {issue.message}{place}{hint}".split())


if __name__ == "__main__":
    main()
