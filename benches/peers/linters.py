"""What linters of LangGraph code say of the same mistakes: `python -m benches.peers.linters`, where they are installed.

Prints JSON: by linter, by mistake, what it says. A linter that says of the mistake what it says of a graph without one
has not found it. It knows the standard library and the mistakes' module.
"""

import ast
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

WIRING = Path(__file__).parent / "defects" / "langgraph_wiring.py"
RIGHT = "right"
# A graph without a mistake, wired as those with one are.
RIGHT_SOURCE = """

def right() -> StateGraph:
    graph = StateGraph(Values)
    graph.add_node("a", same)
    graph.add_node("b", same)
    graph.add_edge(START, "a")
    graph.add_edge("a", "b")
    graph.add_edge("b", END)
    return graph
"""


def source_of(defect: str) -> str:
    """Return the mistake's graph as a file of its own, with what it needs and nothing else."""
    tree = ast.parse(WIRING.read_text(encoding="utf-8") + RIGHT_SOURCE)
    named = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    wanted, fresh = {"Values"}, {defect}
    while fresh:
        wanted |= fresh
        inside = [node for name in fresh if name in named for node in ast.walk(named[name])]
        fresh = {node.id for node in inside if isinstance(node, ast.Name) and node.id in named} - wanted
    body = [node for node in tree.body if getattr(node, "name", None) in {None, *wanted}]
    return ast.unparse(ast.Module(body, []))


def langgraph_lint(defect: str) -> str:
    """Return the rules that langgraph-lint reports; it wants the graph live."""
    from langgraph_lint import lint  # type: ignore[import-not-found] # noqa: PLC0415 - only its environment has it

    names: dict[str, Any] = {}
    exec(source_of(defect), names)  # noqa: S102 - our own mistakes
    return ", ".join(sorted({finding.rule for finding in lint(names[defect]())}))


def costwright(defect: str) -> str:
    """Return what costwright says of the one graph in a file, which it only reads."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.py"
        path.write_text(f"{source_of(defect)}\n\napp = {defect}().compile()\n", encoding="utf-8")
        command = [str(Path(sys.executable).with_name("costwright")), "check", "--json", str(path)]
        said = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return ", ".join([part for unit in said["units"] for part in (unit["category"], *unit["reasons"])])


LINTERS: dict[str, Callable[[str], str]] = {"langgraph-lint": langgraph_lint, "costwright": costwright}


def verdicts(defects: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return what each linter says of each mistake, `silent` where it says what it says of a graph without one."""
    found: dict[str, dict[str, str]] = {}
    for name, linter in LINTERS.items():
        right = linter(RIGHT)
        said = {defect: linter(defect) for defect in defects}
        found[name] = {defect: "silent" if words == right else f"yes: {words}" for defect, words in said.items()}
    return found


if __name__ == "__main__":
    print(json.dumps(verdicts(sys.argv[1:])))
