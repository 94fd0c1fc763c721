"""From lines to what stands there: the functions and calls of modules behind a graph that was not read from them."""

import ast
from collections.abc import Iterator, Mapping
from functools import cached_property

from analyzer.source.definition import Activation, Class, Frame, Function
from analyzer.source.module import Module, first_line, header
from analyzer.source.reader import Reader
from analyzer.source.reading import Body
from chaindsl.graph.flow import Branch, Flow, Nested, Parallel, Repeat
from chaindsl.graph.guarantee import AtMost, Decides, Never, Passes
from chaindsl.graph.place import Place
from chaindsl.graph.state import State

_CALLED: Mapping[type, tuple[str, ...]] = {
    Flow: ("chain", "workflow"),
    Nested: ("chain", "workflow"),
    Branch: ("branch",),
    Parallel: ("parallel",),
    Repeat: ("repeat",),
    State: ("State",),
    Passes: ("passes",),
    Decides: ("decides",),
    Never: ("never",),
    AtMost: ("at_most",),
}
"""What is called to make a piece of graph; all other pieces are made from functions."""


class Behind:
    """One module: what stands in its lines. `reader` follows the names in it."""

    def __init__(self, module: Module, reader: Reader) -> None:
        self._module = module
        self._reader = reader

    def place(self, kind: type, line: int) -> Place | None:
        """Return the place of what makes a piece of this class in a line; None where there is none."""
        if kind in _CALLED:
            return self._call(_CALLED[kind], line)
        function = self._functions.get(line)
        return None if function is None else header(self._module, _defined(function))

    def bodies(self) -> Iterator[tuple[Place, Body]]:
        """Yield the functions of the module by their places."""
        for function in self._functions.values():
            yield header(self._module, _defined(function)), Body(function.node, self._module, function)

    def _call(self, names: tuple[str, ...], line: int) -> Place | None:
        here = [(place, node) for place, node in self._module.calls.items() if node.lineno == line]
        named = [place for place, node in here if _name(node) in names]
        return min(named or [place for place, _ in here], default=None)

    @cached_property
    def _functions(self) -> Mapping[int, Function]:
        """The functions by the lines that Python counts as their first."""
        found: dict[int, Function] = {}
        waiting: list[Activation] = [self._reader.module_frame(self._module).activation]
        while waiting:
            activation = waiting.pop()
            for statement, point in activation.scope.contents.statements:
                frame = Frame(activation, point)
                if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                    found[first_line(statement)] = Function(statement, frame)
                    waiting.append(self._reader.body_frame(Function(statement, frame)).activation)
                elif isinstance(statement, ast.ClassDef):
                    waiting.append(self._reader.body_frame(Class(statement, frame)).activation)
        return found


def _defined(function: Function) -> ast.FunctionDef | ast.AsyncFunctionDef:
    assert not isinstance(function.node, ast.Lambda)
    return function.node


def _name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""
