"""Every spelling of an annotation means what its row says, in both front ends."""

import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from analyzer.source.project import Project
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.match import differences
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import Constrained, TypeForm, type_text, walk
from chaindsl.graph.unknown import Unknown, Why
from tests.parity.spellings import SPELLINGS, Spelling


@contextmanager
def importable(*folders: Path) -> Iterator[None]:
    """Folders on `sys.path`; what was imported from them is forgotten afterwards."""
    path, known = list(sys.path), set(sys.modules)
    sys.path[:0] = [str(folder) for folder in folders]
    try:
        yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - known:
            if _below(getattr(sys.modules[name], "__file__", None) or "", folders) or _below(
                next(iter(getattr(sys.modules[name], "__path__", ())), ""), folders
            ):
                del sys.modules[name]


def _below(file: str, folders: tuple[Path, ...]) -> bool:
    return any(file.startswith(str(folder)) for folder in folders)


def lay_out(spelling: Spelling, folder: Path) -> Path:
    """Write a spelling's files; return the module with the step."""
    for name, text in {"project/pyproject.toml": "", "site/.keep": ""}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for name, text in {**spelling.files, "main_module.py": spelling.source}.items():
        path = folder / name if name.startswith("site/") else folder / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "project" / "main_module.py"


def from_source(path: Path) -> Flow:
    reading = Project().read(path)
    assert reading.problems == ()
    (flow,) = reading.flows
    assert flow.symbols == ("flow",)
    return flow.graph


def from_objects(path: Path, script: bool) -> Flow:
    project = path.parent
    with importable(project, project / "src", project.parent / "site"):
        if script:
            flow = runpy.run_path(str(path), run_name="__main__")["flow"]
        else:
            flow = import_module("main_module").flow
    graph = flow.graph
    assert isinstance(graph, Flow)
    return graph


def value_type(flow: Flow) -> TypeForm:
    assert isinstance(flow.body, Chain)
    (step,) = flow.body.parts
    assert isinstance(step, Step)
    return step.reads[0].type


def relation(source: TypeForm, live: TypeForm) -> str:
    ours, theirs = holes(source), holes(live)
    if not ours and not theirs:
        return "equal" if source == live else "different"
    if ours and theirs:
        return "unknown"
    if theirs:
        return "unknown-live"
    return "wildcard" if Why.OUTSIDE in ours else "unknown-source"


def holes(form: TypeForm) -> set[Why]:
    found = {part.why for part in walk(form) if isinstance(part, Unknown)}
    opened = any(isinstance(part, Constrained) and part.open for part in walk(form))
    return found | ({Why.DYNAMIC} if opened else set())


def canonical(source: TypeForm, live: TypeForm) -> str:
    return type_text(source if holes(live) else live)


@pytest.mark.parametrize("spelling", SPELLINGS, ids=lambda spelling: spelling.name)
def test_spelling(spelling: Spelling, tmp_path: Path) -> None:
    path = lay_out(spelling, tmp_path)
    source, live = from_source(path), from_objects(path, spelling.script)
    assert list(differences(source, live)) == []
    ours, theirs = value_type(source), value_type(live)
    assert (relation(ours, theirs), canonical(ours, theirs)) == (spelling.relation, spelling.text)


def test_the_table_is_large_enough_and_names_each_row_once() -> None:
    names = [spelling.name for spelling in SPELLINGS]
    assert len(set(names)) == len(names)
    assert len(names) >= 60
