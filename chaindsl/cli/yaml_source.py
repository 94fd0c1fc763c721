"""Files of YAML for commands: as Python, as a graph, and as a live flow. It knows no rule and no report."""

import ast
import os
import re
import sys
from pathlib import Path
from types import ModuleType

from chaindsl.cli.target import Target
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow as Graph
from chaindsl.graph.nearest import nearest
from chaindsl.review.yaml_flows import placed, reading_of
from chaindsl.yamlform.document import read_document
from chaindsl.yamlform.imported import written
from chaindsl.yamlform.module import Written
from chaindsl.yamlform.reading import MOST_BYTES


def python_of(file: str) -> Written:
    """Return the Python that a file of YAML becomes.

    Raises FlowError with everything that stands in the way, and ChainDslError where the file can't be had.
    """
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise ChainDslError("no-such-file", f"{file!r}: {error.strerror or error}", file) from error
    return written(read_document(data, file))


def workflow_of(python: Written, target: Target) -> str:
    """Return the variable of the workflow that a target names.

    Raises ChainDslError: `no-such-flow` with the nearest names, or `which-flow` where a choice has to be made.
    """
    names = python.variables
    if target.flow in names:
        return names[target.flow]
    if target.flow in names.values():
        return target.flow
    if target.flow:
        hint = nearest(target.flow, names)
        raise ChainDslError("no-such-flow", f"{target.file} has no workflow {target.flow!r}", hint=hint)
    if len(names) != 1:
        hint = f"say which, as in {target.file}:{next(iter(names), 'NAME')}"
        raise ChainDslError("which-flow", f"{target.file} has {len(names)} workflows: {', '.join(names)}", hint=hint)
    return next(iter(names.values()))


def yaml_graph(target: Target) -> Graph:
    """Return the graph of a workflow of YAML, with its places in the YAML."""
    python = python_of(target.file)
    variable = workflow_of(python, target)
    reading = reading_of(python, target.file, target.file)
    found = next(flow.graph for flow in reading.flows if variable in flow.symbols)
    return placed(found, python.map)


def yaml_module(file: str) -> tuple[ModuleType, Written]:
    """Run the Python that a file of YAML becomes, its lines being those of the YAML; nothing is written to disk."""
    python = python_of(file)
    tree = ast.parse(python.text)
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias):
            node.lineno = node.end_lineno = python.map.place(node.lineno, node.col_offset + 1).line
            node.col_offset = node.end_col_offset = 0
    name = "chaindsl_yaml_" + re.sub(r"\W", "_", os.path.abspath(file))  # noqa: PTH100 - only a name
    module = ModuleType(name, ast.get_docstring(tree))
    module.__file__ = file
    sys.modules[name] = module
    exec(compile(tree, file, "exec"), vars(module))  # noqa: S102 - we wrote it
    return module, python
