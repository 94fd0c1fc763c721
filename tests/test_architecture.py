"""ARCHITECTURE.md names only what exists, and every package and top-level folder of the tree."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`(\.?[\w.-]+(?:/[\w.-]+)*/?)`", PAGE))
PATHS = {name for name in NAMED if "/" in name or name.endswith((".toml", ".md", ".py"))}
LINES = 80


def parts() -> set[str]:
    """The packages (those directly in `chaindsl` and `analyzer`) and the folders that hold tracked files."""
    tracked = subprocess.run(
        ["git", "ls-files", "--cached"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    folders = {name.split("/")[0] + "/" for name in tracked if "/" in name}
    packages = {f"{top}/{path.stem}" for top in ("chaindsl", "analyzer") for path in (ROOT / top).iterdir()}
    found = {f"{name}/" for name in packages if (ROOT / name / "__init__.py").is_file()}
    return found | folders - {"chaindsl/", "analyzer/", ".ci/"}


def test_every_path_it_names_exists() -> None:
    assert PATHS
    assert sorted(name for name in PATHS if not (ROOT / name).exists()) == []


def test_it_names_every_part_of_the_tree() -> None:
    assert sorted(parts() - PATHS) == []


def test_it_fits_on_one_page() -> None:
    assert len(PAGE.splitlines()) <= LINES
