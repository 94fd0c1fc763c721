"""Memory of a batch, whatever its size: `python -m benches.memory [INPUTS ...]`.

A trivial flow over so many inputs, each size in a process of its own: `chaindsl map` from a file into a file, which
keeps every run in a store, and `flow.map` without one. What counts is the most memory that a process ever had.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benches.table import table

SIZES = (1_000, 10_000, 100_000)
FLOW = """
from chaindsl import chain, step

@step(writes="loud")
def shout(word: str) -> str:
    return word.upper()

shouting = chain("shouting", shout, inputs={"word": str}, outputs=["loud"])
"""
CHILD = """
import contextlib, os, resource, sys
way, inputs = sys.argv[1], int(sys.argv[2])
if way == "file":
    from chaindsl.cli.main import guarded
    with contextlib.redirect_stdout(None):
        assert guarded(["map", "flows.py:shouting", f"{inputs}.jsonl", "-o", f"{inputs}.out.jsonl"]) == 0
else:
    sys.path.append(os.getcwd())
    from flows import shouting
    results = shouting.bind().map(({"word": f"word {n}"} for n in range(inputs)), workers=4)
    assert sum(one.ok for one in results) == inputs
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(folder: Path, way: str, inputs: int) -> float:
    """Return the most memory in MB that a fresh process had which worked on so many inputs."""
    command = [sys.executable, "-c", CHILD, way, str(inputs)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return int(done.stdout) / 1024


def main() -> None:
    sizes = [int(given) for given in sys.argv[1:]] or list(SIZES)
    rows = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "flows.py").write_text(FLOW, encoding="utf-8")
        for inputs in sizes:
            lines = (json.dumps({"word": f"word {n}"}) + "\n" for n in range(inputs))
            with (folder / f"{inputs}.jsonl").open("w", encoding="utf-8") as file:
                file.writelines(lines)
        for way, said in (("memory", "flow.map"), ("file", "chaindsl map, runs kept")):
            found = [peak(folder, way, inputs) for inputs in sizes]
            rows.append([said, *(f"{one:.1f}" for one in found), f"{max(found) / min(found):.3f}"])
    print(table(("most MB", *map(str, sizes), "ratio"), rows))


if __name__ == "__main__":
    main()
