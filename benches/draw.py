"""What `chaindsl draw` costs beside the layout program itself, by CPU time.

Run `python -m benches.draw`. Both are processes of their own that run in turn, and the median round counts. The layout
program gets the very text that the command gives it.
"""

import sys
import tempfile
from pathlib import Path

from benches.check import compare
from benches.table import table
from benches.tree import long_chain, long_workflow
from chaindsl.cli.target import find_flow
from chaindsl.draw.dot import dot_text
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.program import programs

LENGTHS = (10, 100, 1_000)
TARGET = "2.0"
DRAW = (sys.executable, "-P", "-m", "chaindsl.cli.main", "draw")


def rows(folder: Path) -> list[list[str]]:
    """Return what drawing flows of different lengths takes, and what the layout alone does."""
    found = []
    program = programs()[0]
    for kind, make in (("chain", long_chain), ("workflow", long_workflow)):
        for length in LENGTHS:
            path = folder / f"{kind}{length}.py"
            path.write_text(make(length), encoding="utf-8")
            text = path.with_suffix(".dot")
            text.write_text(dot_text(draw_flow(find_flow(str(path)).graph)), encoding="utf-8")
            picture = str(path.with_suffix(".svg"))
            spent = compare(
                {"dot": (program, "-Tsvg", "-o", picture, str(text)), "draw": (*DRAW, str(path), "-o", picture)},
                folder / "cache",
                rounds=2,
            )
            ratio = spent["draw"] / spent["dot"]
            target = TARGET if length >= 100 else ""
            found.append([f"{kind} of {length}", f"{spent['dot']:.2f}", f"{spent['draw']:.2f}", f"{ratio:.2f}", target])
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        print("CPU seconds, start-up included")
        print(table(("", programs()[0], "chaindsl draw", "×", "target"), rows(Path(name))))


if __name__ == "__main__":
    main()
