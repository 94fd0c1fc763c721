"""One module read by both front ends."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from analyzer.source.project import Project
from chaindsl.graph.flow import Flow


def live(path: Path, name: str) -> ModuleType:
    """Import a file under a name of its own; its folder is on no path."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[name]
    return module


def live_flow(path: Path, symbol: str = "flow") -> Flow:
    """Return the graph that the live objects of a file give."""
    graph = getattr(live(path, f"parity_{path.stem}"), symbol).graph
    assert isinstance(graph, Flow)
    return graph


def source_flow(path: Path, symbol: str = "flow") -> Flow:
    """Return the graph that the text of a file gives."""
    reading = Project().read(path)
    assert not reading.problems, reading.problems
    found = [flow.graph for flow in reading.flows if symbol in flow.symbols and not flow.scope]
    assert len(found) == 1, [(flow.symbols, flow.scope) for flow in reading.flows]
    return found[0]
