"""What is imported passes mypy, strict."""

import subprocess
import sys
from pathlib import Path

import pytest

from chaindsl.cli.yaml_source import python_of

ROOT = Path(__file__).parents[2]
FILES = [*(ROOT / "examples" / "yaml").glob("*.yaml"), *(Path(__file__).parent / "cases").glob("clean_*.yaml")]


@pytest.mark.slow
def test_what_is_imported_has_types(tmp_path: Path) -> None:
    for file in FILES:
        (tmp_path / f"{file.stem}.py").write_bytes(python_of(str(file)).text.encode())
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={ROOT / '.mypy_cache'}"]
    done = subprocess.run([*mypy, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == (f"Success: no issues found in {len(FILES)} source files\n", 0)
