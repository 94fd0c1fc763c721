"""A sample of mutants of the core and the proofs: are small wrong changes to them noticed?

Run `python -m tests.mutants [COUNT]`: it copies what is committed to build/mutants, has mutmut make every mutant of
`chaindsl/runtime` and `analyzer/facts`, and tries COUNT of them, drawn with a seed that stays the same, each against
the tests that enter the changed function. It prints the score and a difference for each one that nobody noticed.
"""

import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "mutants"
SEED = 20261201
COUNT = 400
ENDLESS = (36, 24, -24, 152, 255)
NOTICED = {1: "noticed", 3: "noticed", **dict.fromkeys(ENDLESS, "noticed: it never ends")}
MISSED = {0: "not noticed", 5: "without a test", 33: "without a test"}
SETTINGS = """
[tool.mutmut]
source_paths = ["chaindsl", "analyzer"]
only_mutate = ["analyzer/facts/*.py", "analyzer/facts/body/*.py", "chaindsl/runtime/*.py"]
also_copy = ["examples", "benches", "docs", "README.md", "Makefile", ".pre-commit-hooks.yaml", "ARCHITECTURE.md"]
pytest_add_cli_args = ["-p", "no:cacheprovider", "--timeout", "300", "-x"]
pytest_add_cli_args_test_selection = [
    "tests/analyzer/test_cases.py", "tests/analyzer/facts", "tests/analyzer/rules", "tests/runtime", "tests/trace",
    "--ignore=tests/runtime/test_soak.py", "--ignore=tests/runtime/test_process_tree.py",
    "--ignore=tests/runtime/test_crashes.py", "--ignore=tests/runtime/test_ray.py",
]
use_git_change_detection = false
track_dependencies = false
"""


def laid_out() -> None:
    """Copy what is committed, with the settings of mutmut."""
    shutil.rmtree(PLACE, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(PLACE)], check=True)
    with (PLACE / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(SETTINGS)


def mutmut(*arguments: str) -> str:
    """Run mutmut on the copy, whose packages it finds before the installed ones; return what it prints."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    done = subprocess.run(command, cwd=PLACE, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout


def results() -> dict[str, int | None]:
    """Return every mutant, and the exit status of its tests; None where they have not run."""
    found: dict[str, int | None] = {}
    for file in sorted(PLACE.glob("mutants/**/*.meta")):
        found |= json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def main(count: int) -> None:
    """Try a sample, and print what came of it."""
    laid_out()
    first = mutmut("run", "--max-children", "1", "chaindsl.runtime.label.*")
    every = sorted(results())
    if not every:
        sys.exit(f"mutmut made no mutants:\n{first[-2_000:]}")
    sample = random.Random(SEED).sample(every, min(count, len(every)))
    mutmut("run", "--max-children", "2", *sample)
    tried = {name: status for name, status in results().items() if name in set(sample)}
    words = {**NOTICED, **MISSED}
    told = Counter(words.get(-1 if status is None else status, "not tried") for status in tried.values())
    for name in sorted(name for name, status in tried.items() if status in MISSED):
        sys.stdout.write(f"\n{name} is {words[tried[name] or 0]}\n{mutmut('show', name)}")
    figures = ", ".join(f"{number} {what}" for what, number in told.most_common())
    sys.stdout.write(f"\n{len(every):,} mutants, {len(tried)} tried: {figures}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
