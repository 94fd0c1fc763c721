"""The wheel, built once, and the environments that strangers install it into."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.stranger.environment import Environment

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def sources() -> tuple[set[str], set[str]]:
    """The files of both packages when the wheel is built: those that git has, and those that it could have."""

    def listed(*options: str) -> set[str]:
        command = ["git", "ls-files", *options, "chaindsl", "analyzer"]
        return set(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines())

    return listed(), listed("--others", "--exclude-standard")


@pytest.fixture(scope="session")
def wheel(sources: tuple[set[str], set[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the working tree; what builds it is of this environment, so that nothing is loaded for it."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    [path] = out.iterdir()
    return path


@pytest.fixture(scope="session")
def stranger(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment of the Python that runs the tests, with the wheel and what it brings."""
    made = Environment.made(tmp_path_factory.mktemp("stranger") / "env", sys.executable)
    made.install(str(wheel))
    return made
