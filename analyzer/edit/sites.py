"""From the places that a graph has of its pieces back to the calls that made them."""

import ast

from analyzer.edit.call import CallSite
from analyzer.source.declaration import Declaration, declaration
from analyzer.source.module import Module
from analyzer.source.reading import Body, SourceFlow
from chaindsl.graph.place import Place


class Sites:
    """The calls behind one flow. Those that are not where they were looked for are None, never another call."""

    def __init__(self, source: SourceFlow) -> None:
        self.source = source

    @property
    def flow(self) -> CallSite | None:
        """The call of `chain` or `workflow`."""
        return self.call(self.source.graph.place)

    def call(self, place: Place | None) -> CallSite | None:
        """Return the call at a place of the flow's own module."""
        module = self.source.module
        node = None if place is None else module.calls.get(place)
        return None if node is None else CallSite(module, node)

    def body(self, place: Place | None) -> Body | None:
        """Return the function behind a step or a transition."""
        return None if place is None else self.source.bodies.get(place)

    def declaration(self, place: Place | None) -> CallSite | None:
        """Return the decorator that made a function a step or a transition, where it stands on the function."""
        body = self.body(place)
        found = None if body is None else declaration(self.source.reader, body.function)
        if body is None or isinstance(body.node, ast.Lambda) or not isinstance(found, Declaration):
            return None
        at = found.arguments.call
        if not isinstance(at.node, ast.Call) or at.node not in body.node.decorator_list:
            return None
        return CallSite(at.frame.module, at.node)

    def made_once(self, site: CallSite) -> bool:
        """Say whether a call means the same whenever it runs: no function with parameters stands around it."""
        return not any(_has_parameters(node) for node in _around(site.module, site.node))


def _around(module: Module, inner: ast.Call) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [
        node
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.lineno <= inner.lineno <= (node.end_lineno or 0)
    ]


def _has_parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    given = node.args
    return bool(given.posonlyargs or given.args or given.kwonlyargs or given.vararg or given.kwarg)
