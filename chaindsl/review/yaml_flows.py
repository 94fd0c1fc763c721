"""Files of YAML as the flows that they hold, with their places in the YAML. It knows no rule and no report."""

import ast
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import TypeVar

from analyzer.source.project import Project
from analyzer.source.reading import Problem, Reading, SourceFlow
from analyzer.source.trouble import Trouble
from chaindsl.graph.flow import Flow, Workflow
from chaindsl.graph.place import Place
from chaindsl.yamlform.document import Document, read_document
from chaindsl.yamlform.imported import title_of
from chaindsl.yamlform.layout import SourceMap
from chaindsl.yamlform.module import Written, write_module

T = TypeVar("T")
_SPEAKS = re.compile(rb"initialState|\\[xuU]")
"""What a file with workflows holds: the word that each has, or a letter of it as an escape."""
_WORDS = (b"workflows", b"initialState", b"states")
"""A file with these that can't be read may be one of ours; others are not."""


Menu = tuple[tuple[str, str], ...]
"""The branches of a transition, in order: what has to hold, as Python, and where it leads then."""


@dataclass(frozen=True)
class YamlFlow:
    """A flow, and the branches of its transitions by their names: no graph has them."""

    source: SourceFlow
    menus: Mapping[str, Menu]


@dataclass(frozen=True)
class YamlFlows:
    """The flows of a file of YAML in its order, its text, and what kept it from being read."""

    flows: tuple[YamlFlow, ...] = ()
    text: str = ""
    problems: tuple[Problem, ...] = ()


def yaml_flows(data: bytes, path: str, shown: str) -> YamlFlows:
    """Return the flows of a file. One that has no workflow is somebody else's, and has none.

    Raises ChainDslError if PyYAML is missing.
    """
    if _SPEAKS.search(data) is None:
        return YamlFlows()
    document = read_document(data, shown)
    if not document.whole:
        ours = all(word in data for word in _WORDS)
        return YamlFlows((), document.text, tuple(_problems(document)) if ours else ())
    workflows = tuple(one for one in document.workflows if one.states or one.initial.text)
    if not workflows:
        return YamlFlows()
    python = write_module(workflows, title_of(shown))
    functions = [one for one in ast.parse(python.text).body if isinstance(one, ast.FunctionDef)]
    flows = [
        YamlFlow(replace(flow, graph=placed(flow.graph, python.map)), dict(_menus(flow.graph, functions)))
        for flow in reading_of(python, path, shown).flows
    ]
    return YamlFlows(tuple(sorted(flows, key=lambda one: one.source.graph.place or Place(shown, 0))), document.text)


def _menus(flow: Flow, functions: Sequence[ast.FunctionDef]) -> Iterator[tuple[str, Menu]]:
    """The branches of each transition that has a menu, as the function that was written for it takes them."""
    for transition in flow.body.transitions if isinstance(flow.body, Workflow) else ():
        line = 0 if transition.place is None else transition.place.line
        for one in functions:
            first = min([one.lineno, *(decorator.lineno for decorator in one.decorator_list)])
            if transition.menu is True and first <= line <= (one.end_lineno or 0):
                yield str(transition.name), tuple(_branches(one))


def _branches(function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for one in function.body:
        match one:
            case ast.If(test, [ast.Return(ast.Constant(str(target)))]):
                yield ast.unparse(test), target
            case ast.Return(ast.Constant(str(target))):
                yield "", target


def _problems(document: Document) -> list[Problem]:
    first = Place(document.file, 1)
    return [Problem(Trouble.SYNTAX, issue.message, issue.place or first) for issue in document.issues]


def reading_of(python: Written, path: str, shown: str) -> Reading:
    """Read the Python that a file of YAML became, as if it lay beside it."""
    return Project().read(Path(f"{os.path.abspath(path)}.py"), shown=shown, content=python.text.encode())  # noqa: PTH100


def placed(value: T, places: SourceMap) -> T:
    """Return a piece of graph, or anything made of such, with places in the YAML instead of those in the Python."""
    found: object = value
    if isinstance(value, Place):
        found = places.place(value.line, value.column)
    elif isinstance(value, tuple):
        found = tuple(placed(part, places) for part in value)
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {one.name: placed(getattr(value, one.name), places) for one in fields(value) if one.init}
        found = replace(value, **parts)
    return found  # type: ignore[return-value]  # each case gives what it was given
