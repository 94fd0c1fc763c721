"""Clean flows, written in many ways: each assembles live, both front ends agree on it, and no rule finds anything.

A case is a file of `tests/clean`, or a folder that is a project of its own with more than one module.
"""

from importlib import import_module
from pathlib import Path

import pytest

from analyzer.check import check_reading
from analyzer.finding import Severity
from analyzer.rules.registry import RULES
from analyzer.source.project import Project
from analyzer.source.reading import SourceFlow
from chaindsl import Flow
from chaindsl.graph.match import differences
from tests.parity.imported import importable

FOLDER = Path(__file__).parents[1] / "clean"
CASES = sorted(path for path in FOLDER.iterdir() if path.suffix == ".py" or (path / "pyproject.toml").exists())
DEFAULT = frozenset(code for code, entry in RULES.items() if entry.default)


def files_of(case: Path) -> list[Path]:
    return [case] if case.is_file() else sorted(case.rglob("*.py"))


def live_graphs(case: Path) -> dict[str, object]:
    """The graph of every flow that a module of the case binds, by the module's last name and its own."""
    root = case.parent if case.is_file() else case
    with importable(root, root / "src"):
        modules = [(file, import_module(_dotted(file, root))) for file in files_of(case)]
        return {
            f"{file.stem}.{name}": value.graph
            for file, module in modules
            for name, value in vars(module).items()
            if isinstance(value, Flow)
        }


def _dotted(file: Path, root: Path) -> str:
    start = root / "src" if file.is_relative_to(root / "src") else root
    return ".".join(file.relative_to(start).with_suffix("").parts).removesuffix(".__init__")


def source_flows(case: Path) -> list[tuple[str, SourceFlow]]:
    """The flows that the modules of a case bind, with the module's last name."""
    readings = {file.stem: Project().read(file) for file in files_of(case)}
    assert [problem for reading in readings.values() for problem in reading.problems] == []
    return [(name, flow) for name, reading in readings.items() for flow in reading.flows if not flow.scope]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_source_and_live_objects_give_the_same_graphs(case: Path) -> None:
    live = live_graphs(case)
    found = source_flows(case)
    assert found
    for module, flow in found:
        for symbol in flow.symbols:
            graph = live[f"{module}.{symbol}"]
            assert isinstance(graph, type(flow.graph))
            assert list(differences(flow.graph, graph)) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_no_rule_finds_anything(case: Path) -> None:
    found = [one for file in files_of(case) for one in check_reading(Project().read(file), DEFAULT)]
    assert [
        f"{one.place}: {one.code} {one.message}"
        for one in found
        if one.severity is not Severity.INFO and not one.on_request
    ] == []


def test_cases_are_there() -> None:
    assert len(CASES) >= 40
