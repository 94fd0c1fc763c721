"""Says how many branches a measured run of the tests has taken, and where the others are.

`make coverage` runs `python -m tests.branches FILE LEAST`: the JSON of coverage.py, the least share in per cent.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def summary(measured: Mapping[str, Any], least: float) -> tuple[list[str], bool]:
    """Return what there is to say, a line for each file with branches not taken, and whether enough were."""
    files = {name: found["summary"] for name, found in measured["files"].items()}
    every = sum(found["num_branches"] for found in files.values())
    taken = sum(found["covered_branches"] for found in files.values())
    missed = {name: found["num_branches"] - found["covered_branches"] for name, found in files.items()}
    share = 100 * taken / every if every else 100.0
    lines = [f"{number:5}  {name}" for name, number in sorted(missed.items(), key=lambda it: (-it[1], it[0])) if number]
    return [*lines, f"{taken:,} of {every:,} branches are taken: {share:.1f} % (at least {least:g} %)"], share >= least


if __name__ == "__main__":
    said, enough = summary(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), float(sys.argv[2]))
    sys.stdout.write("".join(f"{line}\n" for line in said))
    sys.exit(0 if enough else 1)
