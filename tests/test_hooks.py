"""A real pre-commit, in a repository of its own, stops what the hooks are for and lets the rest through.

It installs the hooks as for a user, so it is the one test that asks the package registry.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PRE_COMMIT = (sys.executable, "-m", "pre_commit")

CYCLE = '''\
"""Two states that hand over to each other for ever."""

from chaindsl import transition, workflow


@transition(source="a", target="b", actor="deterministic")
def there() -> None:
    """Goes on."""


@transition(source="b", target="a", actor="deterministic")
def back() -> None:
    """Comes back."""


loop = workflow("loop", there, back, initial="a", final=["done"], inputs={})
'''

CLEAN = '''\
"""One step, then the end."""

from chaindsl import transition, workflow


@transition(source="a", target="done", actor="deterministic")
def finish() -> None:
    """Ends it."""


straight = workflow("straight", finish, initial="a", final=["done"], inputs={})
'''


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PRE_COMMIT_COLOR": "never"}
    identity = {
        f"GIT_{who}_{what}": "test@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    return subprocess.run(
        command,
        cwd=folder,
        env=kept | identity | alone,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=500,
        check=False,
    )


def made(folder: Path, *command: str) -> str:
    done = run(folder, *command)
    assert done.returncode == 0, done.stdout
    return done.stdout.strip()


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What pre-commit installs is used by both hooks and is gone with the test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRE_COMMIT_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as a repository that pre-commit can install: only what the wheel is built from."""
    folder = tmp_path_factory.mktemp("hooks")
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, folder / name)
    for name in ("chaindsl", "analyzer"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    made(folder, "git", "init", "--quiet")
    made(folder, "git", "add", "--all")
    made(folder, "git", "commit", "--quiet", "--message", "hooks")
    return folder


@pytest.fixture
def user(hooks: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A repository that uses one hook, its only file a clean flow, already committed."""
    revision = made(hooks, "git", "rev-parse", "HEAD")
    settings = f"repos:\n- repo: {hooks}\n  rev: {revision}\n  hooks:\n  - id: {request.param}\n"
    (tmp_path / ".pre-commit-config.yaml").write_text(settings)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "user"\nversion = "0"\n')
    made(tmp_path, "git", "init", "--quiet")
    made(tmp_path, *PRE_COMMIT, "install")
    return tmp_path


def commit(folder: Path, **files: str) -> subprocess.CompletedProcess[str]:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    made(folder, "git", "add", "--all")
    return run(folder, "git", "commit", "--message", "flows")


def test_the_manifest_is_valid() -> None:
    assert made(ROOT, *PRE_COMMIT, "validate-manifest", ".pre-commit-hooks.yaml") == ""


@pytest.mark.slow
@pytest.mark.xdist_group("hooks")
@pytest.mark.parametrize("user", ["chaindsl", "chaindsl-files"], indirect=True)
def test_a_commit_is_stopped_by_a_cycle_and_let_through_without(user: Path) -> None:
    stopped = commit(user, loop=CYCLE, straight=CLEAN)
    assert stopped.returncode == 1, stopped.stdout
    assert "loop.py:6:1" in stopped.stdout
    assert "CD101" in stopped.stdout
    assert "straight.py" not in stopped.stdout
    made(user, "git", "rm", "--force", "--quiet", "loop.py")
    passed = commit(user)
    assert passed.returncode == 0, passed.stdout
    assert made(user, "git", "ls-tree", "--name-only", "HEAD", "straight.py") == "straight.py"
