"""Every case, a way to write a flow, gives one graph in both front ends.

A case is a project whose `main_module.py` binds `flow`. Its docstring says how many unknowns the graph from source has:
without any both graphs are equal, with some they match.
"""

import re
import shutil
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from chaindsl.graph.budget import Input
from chaindsl.graph.encode import shape_hash, types_hash
from chaindsl.graph.flow import Nested
from chaindsl.graph.match import differences
from chaindsl.graph.unknown import Unknown
from tests.parity.both import source_flow
from tests.parity.imported import imported_flow

CASES = sorted((Path(__file__).parent / "cases").iterdir())
UNKNOWN = re.compile(r'\A"""[^"]*\bUnknown: (\d+)\.')


def unknowns(piece: object) -> list[str]:
    """The texts of all unknowns in a piece of graph."""
    if isinstance(piece, Unknown):
        return [piece.text]
    if isinstance(piece, tuple):
        return [found for item in piece for found in unknowns(item)]
    if is_dataclass(piece):
        return [found for part in fields(piece) if part.compare for found in unknowns(getattr(piece, part.name))]
    return []


def lines(piece: object) -> list[tuple[str, int]]:
    """The lines at which the pieces of a graph stand. A nested flow stands where it is made or where it is named."""
    if isinstance(piece, tuple):
        return [found for item in piece for found in lines(item)]
    if not is_dataclass(piece):
        return []
    place = None if isinstance(piece, Nested | Input) else getattr(piece, "place", None)
    own = [(type(piece).__name__, place.line)] if place is not None else []
    return own + [found for part in fields(piece) for found in lines(getattr(piece, part.name))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Path, tmp_path: Path) -> None:
    project = shutil.copytree(case, tmp_path / "project")
    (project / "pyproject.toml").touch()
    path = project / "main_module.py"
    stated = UNKNOWN.match(path.read_text(encoding="utf-8"))
    source, live = source_flow(path), imported_flow(path)
    assert list(differences(source, live)) == []
    assert len(unknowns(source)) == (int(stated[1]) if stated else 0), unknowns(source)
    if stated is None:
        assert source == live
        assert lines(source) == lines(live)
        assert (shape_hash(source), types_hash(source)) == (shape_hash(live), types_hash(live))


def test_cases_are_there() -> None:
    assert len(CASES) > 100
