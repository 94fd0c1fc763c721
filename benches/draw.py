"""What drawing costs beside the layout program itself, by CPU time.

Run `python -m benches.draw`. The layout program gets the very text that a picture is laid out from. "Drawing" is all
from the graph to the SVG, the layout included; the whole command starts Python and reads the source too.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

from benches.check import compare
from benches.table import table
from benches.tree import long_chain, long_workflow
from chaindsl.cli.target import find_flow
from chaindsl.draw.dot import dot_text
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.program import programs
from chaindsl.draw.render import render
from chaindsl.graph.flow import Flow

LENGTHS = (100, 1_000)
TARGET = "2.0"
ROUNDS = 3
DRAW = (sys.executable, "-P", "-m", "chaindsl.cli.main", "draw")


def drawing(graph: Flow) -> float:
    """Return the CPU seconds that it takes to draw a graph, here and in the layout program; the best of some rounds."""
    found = []
    for _ in range(ROUNDS):
        before, here = resource.getrusage(resource.RUSAGE_CHILDREN), time.process_time()
        render(draw_flow(graph), "svg")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        children = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        found.append(time.process_time() - here + children)
    return min(found)


def rows(folder: Path) -> list[list[str]]:
    """Return what flows of different lengths take: the layout alone, drawing, the whole command."""
    found = []
    program = programs()[0]
    for kind, make in (("chain", long_chain), ("workflow", long_workflow)):
        for length in LENGTHS:
            path = folder / f"{kind}{length}.py"
            path.write_text(make(length), encoding="utf-8")
            graph = find_flow(str(path)).graph
            text, picture = path.with_suffix(".dot"), str(path.with_suffix(".svg"))
            text.write_text(dot_text(draw_flow(graph)), encoding="utf-8")
            layout, command = (program, "-Tsvg", "-o", picture, str(text)), (*DRAW, str(path), "-o", picture)
            spent = compare({"dot": layout, "command": command}, folder / "cache", rounds=1)
            own = drawing(graph)
            times = [f"{value:.2f}" for value in (spent["dot"], own, own / spent["dot"])]
            found.append([f"{kind} of {length:,}", *times, TARGET, f"{spent['command']:.2f}"])
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        print("CPU seconds")
        print(table(("", "layout alone", "drawing", "×", "target", "command"), rows(Path(name))))


if __name__ == "__main__":
    main()
