"""What the type checkers say: mypy strict about everything, pyright strict about what a user would write."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def check(*module: str) -> str:
    """What the checker prints when it objects, else nothing."""
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_mypy_strict_accepts_everything() -> None:
    assert check("mypy") == ""


def test_pyright_strict_accepts_the_examples() -> None:
    assert check("pyright", "--pythonpath", sys.executable) == ""
