"""What `chaindsl check` costs: beside parsing what has to be parsed, beside imports, beside other linters, by CPU time.

Run `python -m benches.check`. Every contestant is a process of its own; all run in turn, and the median round counts.
Only ratios within one run mean something. "Imports aside" means that what the same process costs on a tree of one
small file has been taken off. The trees are made of the standard library's modules and our examples.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benches.table import table
from benches.tree import long_chain, long_workflow, write_tree

ROUNDS = 3
FILES, FLOWS = 2_000, 50
LENGTHS = (10, 100, 1_000, 5_000)
FINE = (0, 1)
SLOW = {"pyflakes"}
Command = Sequence[str]

PYTHON = (sys.executable, "-P")
CHECK = (*PYTHON, "-m", "chaindsl.cli.main", "check", "--isolated")
RUFF = (str(Path(sys.executable).with_name("ruff")), "check", "--isolated", "--no-cache", "--quiet", "--exit-zero")
ONE_FLOW = """\
from chaindsl import chain, step


@step(writes="answer")
def reply(question: str) -> str:
    return question


flow = chain("flow", reply, inputs={"question": str})
"""
# Reads every Python file, and parses those whose name says that they define flows.
PARSE = """\
import ast, os, sys
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        if name.endswith(".py"):
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            if name.startswith("flows"):
                ast.parse(data)
"""
CLICK = "import click"
PYDANTIC = """\
import click
from pydantic import BaseModel
class Model(BaseModel):
    name: str
    numbers: list[int] = []
"""


def seconds(command: Command, environment: Mapping[str, str]) -> float:
    """Run a command and return the CPU seconds that it and its children took. One that fails would be no contestant."""
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in FINE:
        raise SystemExit(f"{command} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def compare(contestants: Mapping[str, Command], cache: Path, rounds: int = ROUNDS) -> dict[str, float]:
    """Return the CPU seconds of each contestant, the median of rounds in which all run in turn.

    A round before the first fills caches, ours and the system's; who takes long needs none.
    """
    environment = os.environ | {"CHAINDSL_CACHE_DIR": str(cache)}
    found: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(rounds + 1):
        for name, command in contestants.items():
            if name not in SLOW or not number:
                found[name].append(seconds(command, environment))
    return {name: statistics.median(times[1:] or times) for name, times in found.items()}


def tree_rows(folder: Path, *, dense: bool) -> list[list[str]]:
    """Return what the linters cost on a tree, imports aside where that can be said, against parsing and reading."""
    tree, small = folder / "tree", folder / "small"
    for path in (tree, small):
        path.mkdir()
    flows = write_tree(tree, FILES, FLOWS, dense=dense)
    write_tree(small, 2, 1, dense=True)
    (small / "package0" / "flows0.py").write_text(ONE_FLOW, encoding="utf-8")
    starts = compare(
        {
            "parse": (*PYTHON, "-c", PARSE, str(folder / "nothing")),
            "cold": (*CHECK, "--no-cache", str(small)),
            "warm": (*CHECK, str(small)),
        },
        folder / "cache",
    )
    contestants: dict[str, Command] = {
        "parse": (*PYTHON, "-c", PARSE, str(tree)),
        "cold": (*CHECK, "--no-cache", str(tree)),
        "warm": (*CHECK, str(tree)),
    }
    if not dense:
        contestants["pyflakes"] = (*PYTHON, "-m", "pyflakes", str(tree))
        contestants["ruff"] = (*RUFF, "--select", "F", str(tree))
    spent = compare(contestants, folder / "cache")
    base = spent["parse"] - starts["parse"]
    lines = sum(path.read_bytes().count(b"\n") for path in flows) // FLOWS
    rows = [[f"parse {FLOWS} files of {lines} lines, read the others", f"{base:.2f}", "1.0", ""]]
    for name, target in (("cold", "2.0"), ("warm", "1.3")):
        own = spent[name] - starts[name]
        rows.append([f"chaindsl check, {name}", f"{own:.2f}", f"{own / base:.1f}", target])
    others = [name for name in spent if name not in starts]
    rows += [[f"{name}, imports included", f"{spent[name]:.2f}", f"{spent[name] / base:.1f}", ""] for name in others]
    return rows


def start_rows(folder: Path) -> list[list[str]]:
    """Return what small checks cost, beside imports that cannot be done without."""
    plain, one = folder / "plain", folder / "one"
    for path in (plain, one):
        path.mkdir()
    write_tree(plain, 40, 0)
    (one / "flow.py").write_text(ONE_FLOW, encoding="utf-8")
    spent = compare(
        {
            "click": (*PYTHON, "-c", CLICK),
            "pydantic": (*PYTHON, "-c", PYDANTIC),
            "plain": (*CHECK, "--no-cache", str(plain)),
            "cold": (*CHECK, "--no-cache", str(one)),
            "warm": (*CHECK, str(one)),
        },
        folder / "cache",
        rounds=2 * ROUNDS,
    )
    click, pydantic = spent["click"], spent["pydantic"]
    return [
        ["import click", f"{click:.2f}", "1.0", ""],
        ["check 40 files without a flow", f"{spent['plain']:.2f}", f"{spent['plain'] / click:.1f}", "1.5"],
        ["import click and pydantic, make one model", f"{pydantic:.2f}", "1.0", ""],
        ["check one flow, cold", f"{spent['cold']:.2f}", f"{spent['cold'] / pydantic:.1f}", "1.5"],
        ["check one flow, warm", f"{spent['warm']:.2f}", f"{spent['warm'] / pydantic:.1f}", ""],
    ]


def length_rows(folder: Path) -> list[list[str]]:
    """Return what a step costs in flows of different lengths, start-up aside."""
    contestants: dict[str, Command] = {}
    for kind, make in (("chain", long_chain), ("workflow", long_workflow)):
        for length in (1, *LENGTHS):
            path = folder / f"{kind}{length}"
            path.mkdir()
            (path / "flow.py").write_text(make(length), encoding="utf-8")
            contestants[f"{kind} {length}"] = (*CHECK, "--no-cache", "--config", "max-file-size = 4000000", str(path))
    spent = compare(contestants, folder / "cache", rounds=2)
    rows = []
    for length in LENGTHS:
        costs = [(spent[f"{kind} {length}"] - spent[f"{kind} 1"]) / length * 1e3 for kind in ("chain", "workflow")]
        rows.append([f"{length} steps", *(f"{cost:.2f}" for cost in costs)])
    return rows


def main() -> None:
    for title, dense in (("ordinary modules that define a flow as well", False), ("modules of flows alone", True)):
        with tempfile.TemporaryDirectory() as name:
            print(f"{FILES:,} files, {FLOWS} of them {title}; CPU seconds, imports aside")
            print(table(("", "s", "×", "target"), tree_rows(Path(name), dense=dense)), end="\n\n")
    with tempfile.TemporaryDirectory() as name:
        print("Start-up, imports included; CPU seconds")
        print(table(("", "s", "×", "target"), start_rows(Path(name))), end="\n\n")
    with tempfile.TemporaryDirectory() as name:
        print("One flow, cold, start-up aside; CPU milliseconds a step")
        print(table(("", "chain", "workflow"), length_rows(Path(name))))


if __name__ == "__main__":
    main()
