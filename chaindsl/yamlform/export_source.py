"""What an export looks up in the source of a flow: the bodies of functions, and the defaults of inputs."""

import ast
from collections.abc import Iterator

from chaindsl.graph.place import Place
from chaindsl.yamlform.export_text import Unsaid
from chaindsl.yamlform.node import Value

Function = ast.FunctionDef


class Source:
    """The tree of a module. `file` is what it is called in places."""

    def __init__(self, tree: ast.Module, file: str) -> None:
        self.file = file
        self._functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self._aliases = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self._fields = {node.lineno: node for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)}

    def place(self, node: ast.AST | None, other: Place | None) -> Place | None:
        """Return the place of a node, or another one where there is no node."""
        line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
        return Place(self.file, line, column + 1) if line else other

    def function(self, name: str) -> Function:
        """Return a function of the module. Raises Unsaid if it is none."""
        found = self._functions.get(name)
        if found is None:
            raise Unsaid(f"the body of {name}, which is no function at the top of this file")
        return found

    def statements(self, function: Function) -> tuple[str, list[ast.stmt]]:
        """Return a function's docstring, and its statements without it and without `...`."""
        doc = ast.get_docstring(function) or ""
        body = function.body[1:] if doc or _is_doc(function.body[0]) else function.body
        return doc, [one for one in body if not isinstance(one, ast.Pass) and not _is_dots(one)]

    def returned(self, function: Function) -> ast.expr | None:
        """Return what a function hands back, None if nothing. Raises Unsaid if it does more than that."""
        _, body = self.statements(function)
        match body:
            case []:
                return None
            case [ast.Return(value=value)]:
                return value
        raise Unsaid(f"the body of {function.name}, which does more than return something", body[0])

    def argument_description(self, function: Function, name: str) -> str:
        """Return what the annotation of a parameter says of it: `Field(description=…)`, in place or under a name."""
        arguments = (*function.args.posonlyargs, *function.args.args)
        annotation = next((one.annotation for one in arguments if one.arg == name), None)
        return "" if annotation is None else self._description(annotation)

    def input_description(self, place: Place | None) -> str:
        """Return what the annotation of a field says of it."""
        node = None if place is None else self._fields.get(place.line)
        return "" if node is None else self._description(node.annotation)

    def _description(self, annotation: ast.expr) -> str:
        found = list(ast.walk(annotation))
        named = [self._aliases[node.id] for node in found if isinstance(node, ast.Name) and node.id in self._aliases]
        for node in (*found, *(inner for value in named for inner in ast.walk(value))):
            match node:
                case ast.keyword(arg="description", value=ast.Constant(value=str() as text)):
                    return text
        return ""

    def default(self, place: Place | None) -> Value:
        """Return the default of a field. Raises Unsaid where it is no literal."""
        node = None if place is None else self._fields.get(place.line)
        if node is None or node.value is None:
            raise Unsaid("a default that is not written beside its field")
        try:
            found: Value = ast.literal_eval(node.value)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise Unsaid(f"the default `{ast.unparse(node.value)[:80]}`", node) from None
        return found


def _is_doc(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_dots(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is ...


def keywords_of(call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """Yield the keyword arguments of a call."""
    for one in call.keywords:
        if one.arg is None:
            raise Unsaid("arguments that are unpacked", one.value)
        yield one.arg, one.value
