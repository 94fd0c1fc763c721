"""Each package imports alone, without a warning, and the layers of pyproject.toml hold."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = sorted(
    path.parent.relative_to(ROOT).as_posix().replace("/", ".")
    for top in ("chaindsl", "analyzer")
    for path in (ROOT / top).rglob("__init__.py")
)
HEAVY = {"pydantic", "networkx", "graphviz", "rich", "httpx", "mcp", "xllamacpp"}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


def loaded_by(statement: str) -> set[str]:
    """The top-level packages that a fresh process has loaded after the statement."""
    done = run(sys.executable, "-W", "error", "-c", f"{statement}; import sys; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    return {name.partition(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_alone(package: str) -> None:
    done = run(sys.executable, "-W", "error", "-c", f"import {package}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("module", ["chaindsl", "chaindsl.graph", "analyzer", "chaindsl.cli.main"])
def test_the_check_path_loads_nothing_heavy(module: str) -> None:
    assert loaded_by(f"import {module}") & HEAVY == set()


def test_the_layers_hold() -> None:
    done = run(str(Path(sys.executable).parent / "lint-imports"), "--no-cache")
    assert done.returncode == 0, done.stdout
