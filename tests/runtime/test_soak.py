"""Two hundred processes killed while they run chains with effects; `make soak` kills a thousand and more."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_nothing_is_lost_doubled_or_repeated_without_its_key() -> None:
    # In a process of its own: it forks, and this one has threads.
    command = [sys.executable, "-m", "tests.runtime.soak", "200", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = re.fullmatch(r"Outcome\(kills=200, runs=(\d+), effects=(\d+), repeated=(\d+)\)\n", done.stdout)
    assert said is not None
    runs, effects, repeated = map(int, said.groups())
    assert runs > 100
    assert effects == 4 * runs + repeated
