"""How errors of commands are worded."""

import pytest

from chaindsl.runtime.command_error import CommandFailed, ending, shown
from chaindsl.vocabulary.command import CommandResult, cli


def test_a_long_command_is_cut_to_a_line() -> None:
    assert shown(cli("echo", "a b", "$x")) == "echo 'a b' '$x'"
    assert shown(cli("echo", "x" * 200)) == f"echo {'x' * 95}…"


@pytest.mark.parametrize(
    ("code", "said"),
    [(0, "exited with 0"), (2, "exited with 2"), (-9, "was ended by SIGKILL"), (-99, "was ended by signal 99")],
)
def test_how_it_ended(code: int, said: str) -> None:
    assert ending(CommandResult(code, "", "")) == said


def test_the_tail_is_that_of_the_error_output_if_there_is_any() -> None:
    both = CommandFailed(cli("x"), CommandResult(1, "out", "e" * 3_000))
    assert both.tail == "e" * 2_000
    assert CommandFailed(cli("x"), CommandResult(1, "out\n", " \n")).tail == "out"
    assert str(CommandFailed(cli("x"), CommandResult(1, "", ""))) == (
        "`x` exited with 1 [command-failed] (with cli(..., check=False) its exit code is a result like any other)"
    )
