"""A small project on the disk, read live: imported, or run as a script."""

import runpy
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from chaindsl.graph.flow import Flow


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


def lay_out(folder: Path, source: str, files: Mapping[str, str]) -> Path:
    """Write a project's files, those of `site/` beside it; return the module whose text is `source`."""
    for name, text in {"project/pyproject.toml": "", "site/.keep": ""}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for name, text in {**files, "main_module.py": source}.items():
        path = folder / name if name.startswith("site/") else folder / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder / "project" / "main_module.py"


def imported_flow(path: Path, *, script: bool = False) -> Flow:
    """Return the graph of what a laid out module binds `flow` to."""
    project = path.parent
    with importable(project, project / "src", project.parent / "site"):
        if script:
            flow = runpy.run_path(str(path), run_name="__main__")["flow"]
        else:
            flow = import_module(path.stem).flow
    graph = flow.graph
    assert isinstance(graph, Flow)
    return graph
