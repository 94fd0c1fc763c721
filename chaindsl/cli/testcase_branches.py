"""`chaindsl testcase --branches`: writes tests that take each branch of a flow once."""

import os
import sys
from contextlib import redirect_stdout
from pathlib import Path

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.cli.loading import existing, import_roots, load_flow, proper_name
from chaindsl.cli.target import Target
from chaindsl.errors import ChainDslError
from chaindsl.graph.unknown import known
from chaindsl.review.ways.ruled_out import ruled_out
from chaindsl.review.yaml_file import is_yaml
from chaindsl.testing.branches.cover import cover
from chaindsl.testing.branches.literal import quoted
from chaindsl.testing.branches.written import written

LOADING = ("from chaindsl.cli.loading import load_flow", "from chaindsl.cli.target import Target")


def branch_tests(target: Target, output: str | None) -> str:
    """Return the file of tests for a flow, which is imported and run. Raises as `load_flow` does."""
    module, flow = load_flow(target)
    symbol = next(name for name, thing in vars(module).items() if thing is flow)
    with redirect_stdout(sys.stderr):  # what the flow's code prints is no part of the file
        found = cover(flow, ruled_out(FlowFacts(flow.graph)))
    if not found.tests:
        keys = ", ".join(entry.key for entry in known(flow.graph.inputs, ()))
        message = f"no run of {flow.name} could be tried: no values that it takes could be made up for {keys or 'it'}"
        raise ChainDslError("no-values", message, flow.name, flow.graph.place, "write a test by hand, with play()")
    path = existing(target.file)
    roots = import_roots(path)
    name = proper_name(path, roots)
    if is_yaml(target.file) or name.startswith("chaindsl_user_"):
        # No module that could be imported.
        return written(found, symbol, _loaded(path, symbol, output), LOADING, "from pathlib import Path\n\n")
    # Where chaindsl itself lies in the project, formatters keep the two imports in one block.
    ours = any((root / "chaindsl" / "__init__.py").is_file() for root in roots)
    return written(found, symbol, f"{'' if ours else chr(10)}from {name} import {symbol}\n")


def _loaded(path: Path, symbol: str, output: str | None) -> str:
    folder = Path.cwd() if output is None else Path(output).resolve().parent
    place = Path(os.path.relpath(path, folder)).as_posix()
    file = f"FILE = Path(__file__).parent / {quoted(place)}"
    return f"\n{file}\n{symbol} = load_flow(Target(str(FILE), {quoted(symbol)}))[1]\n"
