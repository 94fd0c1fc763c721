"""A public name as its source declares it: its signature on lines that fit, and its docstring. It imports nothing."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

WIDTH = 96
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Declaration:
    """What is declared, as code; what it says of itself; and its members by name, and its bases."""

    code: str
    text: str
    members: tuple[tuple[str, "Declaration"], ...] = ()
    bases: tuple[str, ...] = ()


class Known(ast.NodeTransformer):
    """Leaves out that a graph from source may not know something: what users write is known."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        return node.slice if isinstance(node.value, ast.Name) and node.value.id == "Maybe" else node


def declared(module: ast.Module, name: str, *, made: bool = True) -> Declaration:
    """The declaration of a name at the top of a module, with how it is made; LookupError where there is none."""
    found = [(at, node) for at, node in enumerate(module.body) if names(node) == name]
    if not found:
        raise LookupError(name)
    shown = [pair for pair in found if overloaded(pair[1])] or found[-1:]
    node = found[-1][1]
    if isinstance(node, ast.ClassDef):
        return of_class(node, made=made)
    if isinstance(node, Function):
        text = next(
            filter(None, (ast.get_docstring(one) for _, one in reversed(found) if isinstance(one, Function))), ""
        )
        return Declaration("\n".join(signature(one) for _, one in shown if isinstance(one, Function)), text)
    return Declaration(ast.unparse(node), behind(module.body, found[-1][0]))


def names(node: ast.stmt) -> str:
    """The name that a statement declares, or nothing."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def overloaded(node: ast.stmt) -> bool:
    return isinstance(node, Function) and any(ast.unparse(one).endswith("overload") for one in node.decorator_list)


def behind(body: list[ast.stmt], at: int) -> str:
    """The text that stands right behind a statement."""
    match body[at + 1 : at + 2]:
        case [ast.Expr(value=ast.Constant(value=str() as text))]:
            return inspect.cleandoc(text)
    return ""


def of_class(node: ast.ClassDef, *, made: bool) -> Declaration:
    head = f"class {node.name}({', '.join(map(ast.unparse, node.bases))})".removesuffix("()")
    fields = [
        ast.unparse(ast.AnnAssign(one.target, Known().visit(one.annotation), plain(one.value), simple=1))
        if isinstance(one, ast.AnnAssign)
        else ast.unparse(one)
        for one in node.body
        if isinstance(one, ast.Assign | ast.AnnAssign) and not names(one).startswith("_")
    ]
    inits = [one for one in node.body if isinstance(one, Function) and one.name == "__init__"]
    lines = [*fields, *(map(signature, inits) if made else (line for one in inits for line in attributes(one)))]
    body = f":\n{textwrap.indent(chr(10).join(lines), '    ')}" if lines else ""
    bases = tuple(map(ast.unparse, node.bases))
    return Declaration(f"{head}{body}", ast.get_docstring(node) or "", tuple(members(node)), bases)


def attributes(init: Function) -> Iterator[str]:
    """The public attributes that a class has once it is made, where their type is said."""
    types = {one.arg: one.annotation for one in [*init.args.args, *init.args.kwonlyargs]}
    for node in init.body:
        match node:
            case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=annotation):
                said: ast.expr | None = annotation
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=ast.Name(id=given)):
                said = types.get(given)
            case _:
                continue
        if said is not None and not name.startswith("_"):
            yield f"{name}: {kind_of(said)}"


def plain(value: ast.expr | None) -> ast.expr | None:
    """A default as a reader needs it: what makes it anew each time is left out."""
    return ast.Constant(...) if isinstance(value, ast.Call) else value


def members(node: ast.ClassDef) -> Iterator[tuple[str, Declaration]]:
    """Public methods and properties, and what is called or indexed; of overloads the first."""
    seen: set[str] = set()
    for one in node.body:
        if not isinstance(one, Function) or one.name in seen:
            continue
        if one.name.startswith("_") and one.name not in {"__call__", "__getitem__"}:
            continue
        seen.add(one.name)
        texts = [
            ast.get_docstring(other) for other in node.body if isinstance(other, Function) and other.name == one.name
        ]
        code = signature(one)
        if any(ast.unparse(mark).endswith(("property", "setter")) for mark in one.decorator_list):
            code = f"{one.name}: {kind_of(one.returns)}" if one.returns else one.name
        yield one.name, Declaration(code, next(filter(None, texts), ""))


def signature(node: Function) -> str:
    """The head of a function, a parameter a line where it is long; without `self`."""
    taken = parameters(node.args)
    result = f" -> {kind_of(node.returns)}" if node.returns else ""
    kind = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    line = f"{kind} {node.name}({', '.join(taken)}){result}"
    if len(line) <= WIDTH:
        return line
    inside = "".join(f"    {one},\n" for one in taken)
    return f"{kind} {node.name}(\n{inside}){result}"


def parameters(taken: ast.arguments) -> list[str]:
    positional = [*taken.posonlyargs, *taken.args]
    defaults = [None] * (len(positional) - len(taken.defaults)) + list(taken.defaults)
    said = [one(argument, default) for argument, default in zip(positional, defaults, strict=True)]
    if taken.posonlyargs:
        said.insert(len(taken.posonlyargs), "/")
    if taken.vararg:
        said.append(f"*{one(taken.vararg, None)}")
    elif taken.kwonlyargs:
        said.append("*")
    said += [one(argument, default) for argument, default in zip(taken.kwonlyargs, taken.kw_defaults, strict=True)]
    if taken.kwarg:
        said.append(f"**{one(taken.kwarg, None)}")
    return [word for word in said if word not in {"self", "cls"}]


def one(argument: ast.arg, default: ast.expr | None) -> str:
    kind = f": {kind_of(argument.annotation)}" if argument.annotation else ""
    equals = " = " if argument.annotation else "="
    return f"{argument.arg}{kind}" + (f"{equals}{ast.unparse(default)}" if default is not None else "")


def kind_of(annotation: ast.expr) -> str:
    """An annotation as it reads without quotes around what is declared later."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return ast.unparse(Known().visit(annotation))
