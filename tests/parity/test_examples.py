"""The examples of the rules give one graph in both front ends, wherever the live one accepts them."""

from pathlib import Path

import pytest

from analyzer.rules.registry import RULES, load
from chaindsl.errors import FlowError
from chaindsl.graph.match import differences
from tests.parity.both import live_flow, source_flow

EXAMPLES = {
    f"{loaded.rule.code}-{kind}": text
    for loaded in load(RULES)
    for kind, text in (("bad", loaded.rule.bad), ("good", loaded.rule.good))
}
REFUSED = {
    "CD001-bad": "Python refuses the file",
    "CD002-bad": "it imports a package that is not installed",
    "CD105-bad": "an unknown name is a definition error",
    "CD110-bad": "so is a name that two parts have",
}
"""What can't be assembled, with the reason; a test says that it really can't be."""


def written(folder: Path, name: str) -> Path:
    path = folder / "example.py"
    path.write_text(EXAMPLES[name], encoding="utf-8")
    (folder / "pyproject.toml").touch()
    return path


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name not in REFUSED])
def test_both_front_ends_agree(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, name)
    assert list(differences(source_flow(path), live_flow(path))) == []


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_left_out_can_not_be_assembled(name: str, tmp_path: Path) -> None:
    with pytest.raises((FlowError, ModuleNotFoundError, SyntaxError)):
        live_flow(written(tmp_path, name))
