"""The door: what it offers, that it offers it whatever else was imported, and that it loads nothing by itself."""

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from typing import assert_type

import pytest

import chaindsl


@pytest.mark.parametrize("name", chaindsl.__all__)
def test_every_name_is_there_and_sorted(name: str) -> None:
    assert getattr(chaindsl, name) is not None
    assert chaindsl.__all__ == sorted(chaindsl.__all__)


def test_the_package_of_the_command_line_does_not_hide_the_function() -> None:
    import_module("chaindsl.cli.main")
    assert chaindsl.cli("ls", "-l").argv == ("ls", "-l")


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(AttributeError, match=r"^chaindsl has no worflow: did you mean workflow\?$"):
        chaindsl.worflow  # type: ignore[attr-defined]  # noqa: B018 - the mistake is the test


def test_importing_it_loads_nothing_else() -> None:
    script = "import sys, chaindsl; print(sorted(name for name in sys.modules if name.startswith('chaindsl')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "['chaindsl']\n"


def test_type_checkers_see_types() -> None:
    assert assert_type(chaindsl.cli("ls"), chaindsl.Command[chaindsl.CommandResult]).argv == ("ls",)


def test_type_checkers_are_told_of_the_same_names_at_the_same_places() -> None:
    statements = ast.parse(inspect.getsource(chaindsl)).body
    [checked] = [node for node in statements if isinstance(node, ast.If) and isinstance(node.test, ast.Name)]
    told = {
        alias.asname or alias.name: node.module
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert told == chaindsl._HOME
    assert sorted(told) == chaindsl.__all__
