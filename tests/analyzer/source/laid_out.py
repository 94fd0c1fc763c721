"""Small projects on the disk, read from source."""

from collections.abc import Mapping
from pathlib import Path

from analyzer.source.project import Project
from analyzer.source.reading import Reading, SourceFlow

HEAD = """from chaindsl import *

@step(writes="a")
def first(question: str) -> str: ...

@step(writes="b")
def second(a: str) -> str: ...

"""


def lay_out(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a project."""
    for name, text in {"pyproject.toml": "", **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def read(folder: Path, text: str, files: Mapping[str, str] | None = None) -> Reading:
    """Read `main.py` of a project with this text."""
    lay_out(folder, {"main.py": text, **(files or {})})
    return Project().read(folder / "main.py", shown="main.py")


def flows(folder: Path, text: str, files: Mapping[str, str] | None = None) -> tuple[SourceFlow, ...]:
    """The flows of `main.py`, which can be read without problems."""
    reading = read(folder, text, files)
    assert reading.problems == ()
    return reading.flows
