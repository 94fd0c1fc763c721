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


def test_a_package_imports_only_from_rows_above_its_own() -> None:
    rows = re.findall(r"^\| `((?:chaindsl|analyzer)/\w+)(?:/|\.py)`", PAGE, re.MULTILINE)
    assert len(rows) == len(set(rows)) > 20
    wrong = []
    for number, row in enumerate(rows):
        files = sorted((ROOT / row).rglob("*.py")) or [ROOT / f"{row}.py"]
        for file in files:
            found = re.findall(r"^\s*from (chaindsl|analyzer)\.(\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
            known = {f"{top}/{name}" for top, name in found} & set(rows)
            wrong += [f"{file.name} of {row} imports {name}" for name in known if rows.index(name) > number]
    assert sorted(wrong) == []
