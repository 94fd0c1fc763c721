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
# `try-repo` installs into a folder that it deletes; here the next one finds what the first has installed.
TRY_REPO = """\
import contextlib, sys, tempfile
folder = sys.argv.pop(1)
tempfile.TemporaryDirectory = lambda: contextlib.nullcontext(folder)
from pre_commit.main import main
sys.exit(main())
"""

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


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What pre-commit installs is used by all and is gone with the tests."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("home")
        patch.setenv("PRE_COMMIT_HOME", str(folder))
        patch.setenv("PIP_NO_COMPILE", "1")
        yield folder


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
def user(home: Path, tmp_path: Path) -> Path:
    """A repository: committed is a flow with a cycle, staged are one with a cycle and one without."""
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "user"\nversion = "0"\n')
    (tmp_path / "old.py").write_text(CYCLE)
    made(tmp_path, "git", "init", "--quiet")
    made(tmp_path, "git", "add", "--all")
    made(tmp_path, "git", "commit", "--quiet", "--message", "before")
    (tmp_path / "loop.py").write_text(CYCLE)
    (tmp_path / "straight.py").write_text(CLEAN)
    made(tmp_path, "git", "add", "--all")
    return tmp_path


def tried(user: Path, hooks: Path, home: Path, *arguments: str) -> dict[str, str]:
    """What each hook says in `pre-commit try-repo`, which has to fail."""
    done = run(user, sys.executable, "-c", TRY_REPO, str(home), "try-repo", str(hooks), "--verbose", *arguments)
    assert done.returncode == 1, done.stdout
    parts = done.stdout.split("- hook id: ")[1:]
    return {part.partition("\n")[0]: part for part in parts}


def test_the_manifest_is_valid() -> None:
    assert made(ROOT, *PRE_COMMIT, "validate-manifest", ".pre-commit-hooks.yaml") == ""


@pytest.mark.slow
@pytest.mark.xdist_group("hooks")
def test_the_whole_project_is_checked(user: Path, hooks: Path, home: Path) -> None:
    said = tried(user, hooks, home, "--all-files")
    assert said.keys() == {"chaindsl", "chaindsl-files"}
    for text in said.values():
        assert "- exit code: 1" in text
        assert "loop.py:6:1" in text
        assert "old.py:6:1" in text
        assert "CD101" in text
        assert "straight.py" not in text
        assert "3 files read, 3 flows" in text


@pytest.mark.slow
@pytest.mark.xdist_group("hooks")
def test_staged_files_are_checked_alone_or_with_all_others(user: Path, hooks: Path, home: Path) -> None:
    said = tried(user, hooks, home)
    assert "3 files read, 3 flows" in said["chaindsl"]
    assert "old.py:6:1" in said["chaindsl"]
    assert "2 files read, 2 flows" in said["chaindsl-files"]
    assert "old.py" not in said["chaindsl-files"]
    for text in said.values():
        assert "loop.py:6:1" in text
        assert "straight.py" not in text


@pytest.mark.slow
@pytest.mark.xdist_group("hooks")
def test_a_commit_is_stopped_by_a_cycle_and_let_through_without(user: Path, hooks: Path) -> None:
    revision = made(hooks, "git", "rev-parse", "HEAD")
    # As `try-repo` spells it, so that what it has installed is found.
    repository = os.path.relpath(hooks, user)
    settings = f"repos:\n- repo: {repository}\n  rev: {revision}\n  hooks:\n  - id: chaindsl\n  - id: chaindsl-files\n"
    (user / ".pre-commit-config.yaml").write_text(settings)
    made(user, "git", "rm", "--quiet", "old.py")
    made(user, "git", "add", "--all")
    made(user, *PRE_COMMIT, "install")
    stopped = run(user, "git", "commit", "--message", "flows")
    assert stopped.returncode == 1, stopped.stdout
    assert stopped.stdout.count("loop.py:6:1") == 2
    made(user, "git", "rm", "--force", "--quiet", "loop.py")
    passed = run(user, "git", "commit", "--message", "flows")
    assert passed.returncode == 0, passed.stdout
    assert passed.stdout.count("Passed") == 2
    assert made(user, "git", "ls-tree", "--name-only", "HEAD", "straight.py") == "straight.py"
