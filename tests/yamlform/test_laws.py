"""Laws over random workflows: what is written is formatted, what runs is what was checked, and export undoes import."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import cast

from hypothesis import given, settings

from analyzer.source.project import Project
from chaindsl.graph.encode import shape_hash
from chaindsl.graph.flow import Flow
from chaindsl.yamlform.document import read_document
from chaindsl.yamlform.emit import yaml_text
from chaindsl.yamlform.export import exported
from chaindsl.yamlform.imported import TOLD, written
from chaindsl.yamlform.node import Value
from tests.yamlform.workflows import Data, workflows

SEEN: list[str] = []


def python_of(text: str) -> str:
    document = read_document(text.encode(), "flow.yaml")
    assert [issue for issue in document.issues if issue.code not in TOLD] == [], text
    return written(document).text


def graph_of(python: str) -> Flow:
    reading = Project().read(Path("/nowhere/flow.py"), shown="flow.py", content=python.encode())
    assert reading.problems == ()
    return next(flow.graph for flow in reading.flows if "flow" in flow.symbols)


@settings(max_examples=25)
@given(workflows())
def test_export_undoes_import(data: Data) -> None:
    text = yaml_text(cast("Value", data))
    python = python_of(text)
    SEEN.append(python)
    graph = graph_of(python)
    assert shape_hash(graph) is not None
    again = python_of(exported(graph, ast.parse(python), "flow.py"))
    assert shape_hash(graph_of(again)) == shape_hash(graph), text


def test_what_was_written_is_formatted(tmp_path: Path) -> None:
    for number, python in enumerate(dict.fromkeys(SEEN)):
        (tmp_path / f"flow{number}.py").write_text(python)
    ruff = [sys.executable, "-m", "ruff", "format", "--diff", "--no-cache", "--isolated", str(tmp_path)]
    done = subprocess.run(ruff, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
