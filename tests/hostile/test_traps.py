"""Whatever lies in a project, checking it imports, compiles and executes nothing of it, and starts nothing.

The whole command runs in a process of its own, in the project's folder, under an audit hook.
"""

import json
import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hostile.traps import SETTINGS, lay_traps

ROOT = Path(__file__).parents[2]
WATCHED = Path(__file__).with_name("watched.py")
LIBRARY = tuple(dict.fromkeys(os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")))
OURS = (str(ROOT / "chaindsl") + os.sep, str(ROOT / "analyzer") + os.sep, str(WATCHED))
# What a check may load that neither we nor the standard library wrote.
INSTALLED = {"click"}
ACCEPTED = {"<frozen", "<string>", "<unknown>"}


@dataclass(frozen=True)
class Watched:
    """What one command did."""

    status: int
    out: str
    err: str
    seen: list[list[str]]
    modules: dict[str, str]
    sprung: str


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    lay_traps(folder)
    return folder


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")}
    more = {
        "PYTHONPATH": str(ROOT),
        "CHAINDSL_CACHE_DIR": str(folder.parent / "cache"),
        "CHAINDSL_TRAP": trap(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return {**kept, **more}


def trap(folder: Path) -> str:
    return str(folder.parent / "sprung")


def sprung(folder: Path) -> str:
    path = Path(trap(folder))
    return path.read_text() if path.exists() else ""


def watch(folder: Path, *arguments: str) -> Watched:
    """Run a command in the project's folder under the audit hook."""
    log = folder.parent / "log"
    done = subprocess.run(
        [sys.executable, "-P", str(WATCHED), str(log), *arguments],
        cwd=folder, env=environment(folder), capture_output=True, text=True, errors="replace", timeout=300, check=False,
    )  # fmt: skip
    found = json.loads(log.read_text(encoding="utf-8"))
    return Watched(done.returncode, done.stdout, done.stderr, found["seen"], found["modules"], sprung(folder))


def faults(watched: Watched, folder: Path) -> list[str]:
    """What must not have happened."""
    found = [f"sprung: {line}" for line in watched.sprung.splitlines()]
    found += [f"loaded: {name} {path}" for name, path in watched.modules.items() if foreign(name, path)]
    cache = str(folder.parent / "cache")
    for event, subject, *rest in watched.seen:
        if event == "harm" and not harmless(subject, rest[0], cache):
            found.append(f"{subject}: {rest}")
        elif event == "write" and not (subject.isdigit() or os.path.realpath(folder / subject).startswith(cache)):
            found.append(f"written: {subject}")
        elif event == "exec" and (rest[0] or not known(subject)):
            found.append(f"executed: {subject}")
        elif event == "compile" and rest[0] and subject != "<unknown>":
            found.append(f"compiled: {subject}")
    return found


def foreign(name: str, path: str) -> bool:
    """Whether a module is neither ours, nor of the standard library, nor one that a check may load."""
    if not path or path.startswith(OURS) or name.partition(".")[0] in INSTALLED:
        return False
    inside = os.path.realpath(path).startswith(LIBRARY) and "site-packages" not in path
    return not (inside or name in START)


def known(filename: str) -> bool:
    return filename.startswith(("<frozen", "<string>", *LIBRARY, *OURS)) or f"{os.sep}click{os.sep}" in filename


def harmless(event: str, arguments: str, cache: str) -> bool:
    """Entries of the cache are renamed, and files that Python compiled are read."""
    return event == "marshal.loads" or (event in ("os.rename", "os.remove", "os.chmod") and cache in arguments)


START = set(
    subprocess.run(
        [sys.executable, "-P", "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    ).stdout.split()
)
"""What an interpreter of this environment loads before anybody asks it to do anything."""


def test_nothing_runs_and_everything_is_read(project: Path) -> None:
    expected = lay_names(project)
    watched = watch(project, "check", "--isolated", "--output-format", "json", "--select", "ALL")
    assert faults(watched, project) == []
    assert (watched.status, watched.err.count("Traceback")) == (1, 0), watched.err
    report = json.loads(watched.out)
    assert report["summary"]["failures"] == []
    assert report["summary"]["parsed"] >= len(expected)
    about = {one["location"]["file"] for one in report["findings"]}
    assert set(expected) - about == set()


def lay_names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.py"))


def test_nothing_of_a_secret_is_told(project: Path) -> None:
    watched = watch(project, "check", "--isolated", "--output-format", "full", "--select", "ALL")
    assert "root:" not in watched.out + watched.err


@pytest.mark.parametrize("kind", SETTINGS)
def test_hostile_settings_end_in_a_line(project: Path, kind: str) -> None:
    (project / "pyproject.toml").write_bytes(SETTINGS[kind])
    for path in project.rglob("*.py"):
        if path.parent != project or path.name > "c":
            path.unlink()
    watched = watch(project, "check", "--output-format", "concise")
    assert faults(watched, project) == []
    assert "Traceback" not in watched.err
    assert "root:" not in watched.out + watched.err
    # What is no UTF-8 does not speak of chaindsl.
    fine = kind in ("plain", "globs", "utf-16")
    assert watched.status == (1 if fine else 2), watched.err + watched.out
    lines = watched.err.splitlines()
    assert all(line.startswith(("error: ", "warning: ")) and len(line) < 500 for line in lines)
    assert bool(lines) is not fine


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--fix", "--diff", "--isolated"],
        ["check", "--isolated", "--write-baseline", "../cache/baseline.json"],
        ["check", "--isolated", "--output-format", "sarif", "helper.py"],
        ["graph", "helper.py:flow"],
        ["lock", "--check"],
        ["rule", "CD101"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_no_other_command_that_reads_source_runs_any(project: Path, arguments: list[str]) -> None:
    (project.parent / "cache").mkdir()
    watched = watch(project, *arguments)
    assert faults(watched, project) == []
    assert "Traceback" not in watched.err


@pytest.mark.parametrize("module", [False, True], ids=["script", "module"])
def test_nothing_runs_without_a_hook_either(project: Path, module: bool) -> None:
    """As a user starts it: the console script, and `python -P -m`, with the project as the working folder."""
    script = [str(Path(sys.executable).with_name("chaindsl"))]
    command = [sys.executable, "-P", "-m", "chaindsl.cli.main"] if module else script
    done = subprocess.run(
        [*command, "check", "--isolated", "--output-format", "concise"],
        cwd=project, env=environment(project), capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    assert sprung(project) == ""


def test_the_traps_work(project: Path) -> None:
    """What would happen if one of them were imported."""
    watched = watch(project, "run", "helper.py:flow")
    assert "helper.py" in watched.sprung
    assert any(fault.startswith("executed: ") and "helper.py" in fault for fault in faults(watched, project))
