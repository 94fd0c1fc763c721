"""What a user installs: one wheel with both packages, typed, and the command."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    [path] = out.iterdir()
    return zipfile.ZipFile(path)


def test_the_wheel_holds_both_packages_whole(wheel: zipfile.ZipFile) -> None:
    names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    tracked = subprocess.run(
        ["git", "ls-files", "chaindsl", "analyzer"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert {"chaindsl/py.typed", "analyzer/py.typed"} <= names
    assert set(tracked) - names == set()
    assert {name.partition("/")[0] for name in names} == {"chaindsl", "analyzer"}


def test_the_wheel_installs_the_command_and_the_fixtures(wheel: zipfile.ZipFile) -> None:
    [scripts] = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    assert wheel.read(scripts).decode() == (
        "[console_scripts]\nchaindsl = chaindsl.cli.main:main\n\n[pytest11]\nchaindsl = chaindsl.testing.plugin\n"
    )
