"""What `chaindsl diff` costs in a repository of many files, beside `chaindsl check` of the files that changed.

Run `python -m benches.diff`. Both are processes of their own and run in turn, imports included; the median round
counts, by CPU time with that of the git processes they start. Only ratios within one run mean something.
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from benches.check import PYTHON, compare
from benches.table import table
from benches.tree import write_tree

FILES, FLOWS, ROUNDS = 2_000, 50, 5
TARGET = "2.0"
CHANGED = (1, 5, 20)
CHECK = (*PYTHON, "-m", "chaindsl.cli.main", "check", "--isolated", "--no-cache")
DIFF = (*PYTHON, "-m", "chaindsl.cli.main", "diff")
# A decorator on one line that says nothing of attempts.
PLAIN = re.compile(r"^(@(?:step|transition)\((?:(?!max_attempts).)*)\)$", re.MULTILINE)
WHO = {
    name: value
    for who in ("AUTHOR", "COMMITTER")
    for name, value in ((f"GIT_{who}_NAME", "Ada"), (f"GIT_{who}_EMAIL", "ada@example.org"))
}


def git(folder: Path, *words: str) -> None:
    """Run git in a folder."""
    environment = os.environ | WHO | {"GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(["git", *words], cwd=folder, env=environment, check=True, capture_output=True)


def repository(folder: Path) -> list[Path]:
    """Make a repository of so many files; return those that define flows."""
    folder.mkdir()
    flows = write_tree(folder, FILES, FLOWS)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "-m", "all")
    git(folder, "gc", "--quiet")
    return flows


def edited(path: Path) -> None:
    """Change how often the first step or transition of a file is tried."""
    text = path.read_text(encoding="utf-8")
    changed = PLAIN.sub(r"\1, max_attempts=7)", text, count=1)
    if changed == text:
        raise SystemExit(f"{path} has nothing to change")
    path.write_text(changed, encoding="utf-8")


def rows(folder: Path) -> list[list[str]]:
    """Return what a check and a diff of so many changed files cost, and their ratio."""
    found = []
    flows = repository(folder / "tree")
    for number in CHANGED:
        for path in flows[:number]:
            edited(path)
        git(folder / "tree", "commit", "--quiet", "--all", "-m", f"{number} files")
        git(folder / "tree", "tag", f"changed{number}")
        os.chdir(folder / "tree")
        spent = compare(
            {
                "check": (*CHECK, *map(str, flows[:number])),
                "revisions": (*DIFF, f"main~1..changed{number}"),
                "working files": (*DIFF, "main~1"),
            },
            folder / "cache",
            ROUNDS,
        )
        git(folder / "tree", "reset", "--quiet", "--hard", "main~1")
        for name in ("revisions", "working files"):
            ratio = f"{spent[name] / spent['check']:.1f}"
            found.append([f"{number} files, {name}", f"{spent['check']:.2f}", f"{spent[name]:.2f}", ratio, TARGET])
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        print(f"{FILES:,} files, {FLOWS} of them with flows; CPU seconds, imports and git included")
        print(table(("changed", "check", "diff", "×", "target"), rows(Path(name).resolve())))


if __name__ == "__main__":
    main()
