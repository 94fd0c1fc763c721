"""Another version of the analyzer is another tool, whatever number it has."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def told(folder: Path) -> str:
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from analyzer.cache.tool import tool; print(tool())"
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def test_a_changed_file_is_another_tool(tmp_path: Path) -> None:
    for name in ("analyzer", "chaindsl"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    before = told(tmp_path)
    assert str(tmp_path / "analyzer" / "rules" / "registry.py") in before
    assert str(tmp_path / "chaindsl" / "graph" / "flow.py") in before
    assert sys.version in before
    assert told(tmp_path) == before
    rule = tmp_path / "analyzer" / "rules" / "no_budget.py"
    rule.write_text(rule.read_text() + "\n")
    changed = told(tmp_path)
    assert changed != before
    (tmp_path / "analyzer" / "rules" / "new.py").touch()
    assert told(tmp_path) not in {before, changed}
