"""Damaged files through reading, all rules, suppressions and every report: whatever is found, nothing fails.

`python -m tests.hostile.soak NUMBER [SEED]` checks so many. The first file that makes the analyzer fail is kept.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from analyzer.coverage import Coverage
from analyzer.engine import engine
from analyzer.files import Source
from analyzer.mention import Mentions
from analyzer.report.page import Page
from analyzer.report.table import FORMATS
from analyzer.settings.settings import Layer, Selector, Settings
from analyzer.sweep import sweep
from tests.hostile.mutants import mutants

ALL = Settings(layers=(Layer(select=(Selector("ALL"),)),))
UNREADABLE = "CD001"
SEED = 7


def checked(data: bytes) -> set[str]:
    """The codes of what is found in a file; every format renders it."""
    source = Source("/nowhere/flow.py", "flow.py", ALL)
    outcome = sweep(Mentions([(source, data)]), Coverage(), "/nowhere", engine())
    for entry in FORMATS.values():
        entry.renderer()(outcome, Page(folder="/nowhere"))
    return {finding.code for finding in outcome.findings}


def soak(number: int, seed: int) -> Counter[str]:
    """In how many of so many damaged files each code was found. Raises AssertionError for one that nothing can read."""
    codes: Counter[str] = Counter()
    for data in mutants(number, seed):
        try:
            codes.update(checked(data))
        except Exception as error:
            failed = Path(tempfile.gettempdir()) / "chaindsl-mutant.py"
            failed.write_bytes(data)
            raise AssertionError(f"this file makes the analyzer fail: {failed}") from error
    return codes


def main() -> None:
    """Check as many as the command line says; a failure of a rule is raised instead of recorded."""
    os.environ["CHAINDSL_TRACEBACK"] = "1"
    number, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else SEED
    start = time.process_time()
    codes = soak(number, seed)
    spent = time.process_time() - start
    found = ", ".join(f"{code} {times:,}" for code, times in sorted(codes.items()))
    sys.stdout.write(
        f"{number:,} damaged files from seed {seed}: none made anything fail; {spent:.0f} s of CPU time\n"
        f"{number - codes[UNREADABLE]:,} could be read; {len(codes)} codes: {found}\n"
    )


if __name__ == "__main__":
    main()
