"""`chaindsl approve`: a person takes a decision at the terminal, having been shown what it is.

The text and the code go to the terminal itself and the answer is read from there, past every pipe: a program that
runs the command is not shown the code.
"""

import getpass
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from chaindsl.cli.given import argument_values
from chaindsl.cli.kept import RunFlow, answered, flow_options, json_option
from chaindsl.errors import ChainDslError
from chaindsl.runtime.approval import Request

TERMINAL = "/dev/tty"


@click.command(
    short_help="Take a decision that is for a person, at the terminal.",
    epilog="Example: chaindsl approve 71d7418e2f51 deploy --flow release.py:release",
)
@click.argument("run")
@click.argument("transition")
@click.argument("pairs", metavar="[KEY=VALUE]...", nargs=-1)
@flow_options
@json_option
def approve(run: str, transition: str, pairs: tuple[str, ...], of: RunFlow, as_json: bool) -> int:
    """Take TRANSITION of RUN as a person.

    Shows where the run stands, what would happen and with what, and a code. The decision counts when the code is
    typed back; it counts once, for what was shown, for a few minutes.
    """
    with of.bound(quiet=as_json) as (flow, runner):
        given = argument_values(flow.graph, transition, pairs)
        request = runner.approvals.ask(run, transition, given)
        with terminal() as (tell, ask):
            code = confirmed(request, tell, ask)
        found = runner.approvals.approve(run, transition, given, code=code, by=f"{getpass.getuser()} (terminal)")
    return answered(found, as_json=as_json)


def confirmed(request: Request, tell: Callable[[str], object], ask: Callable[[], str]) -> str:
    """Show a request and return the code that was typed. Raises ChainDslError where there was none."""
    tell(f"{request.text}\n\nTo take this decision type {request.code}: ")
    code = ask().strip()
    if not code:
        raise ChainDslError(
            "not-approved", f"{request.transition} was not taken: no code was typed", request.transition
        )
    return code


@contextmanager
def terminal() -> Iterator[tuple[Callable[[str], object], Callable[[], str]]]:
    """Open the terminal itself, whatever standard input and output are. Raises ChainDslError where there is none."""
    with ExitStack() as stack:
        try:
            inward = stack.enter_context(Path(TERMINAL).open(encoding="utf-8", errors="replace"))
            outward = stack.enter_context(Path(TERMINAL).open("w", encoding="utf-8", errors="backslashreplace"))
        except OSError as error:
            hint = "run it where a person sees it; an application takes decisions through runner.approvals"
            message = f"there is no terminal to ask at: {error.strerror}"
            raise ChainDslError("no-terminal", message, hint=hint) from error

        def tell(text: str) -> None:
            outward.write(text)
            outward.flush()

        yield tell, inward.readline
