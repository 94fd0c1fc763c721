"""Text that is written in the code and becomes part of a value: literals, f-strings, and what is put together of them.

What `prompt(...)` defines is no such text: it has a version. Where a name may have several values all of them count.
"""

import ast
from collections.abc import Iterable, Iterator

from analyzer.facts.body.bound_names import bound_elsewhere
from analyzer.facts.body.sizes import comprehension_frame
from analyzer.facts.body.visits import bind
from analyzer.source.arguments import called
from analyzer.source.definition import Definition, Expr, Frame, Function, Items, Outside, Picked, Spread
from analyzer.source.names import lookup
from analyzer.source.reader import Reader

_KEEPING_TEXT = "format format_map strip lstrip rstrip replace removeprefix removesuffix lower upper title expandtabs"
_KEEPING = frozenset(_KEEPING_TEXT.split())
"""Methods of a text whose result is that text in another shape."""
_WRAPPING = frozenset({"textwrap.dedent", "inspect.cleandoc", "builtins.str", "textwrap.indent", "builtins.list"})
_SAID = frozenset({"content", "text", "parts", "input"})
"""The entries of a message that hold what is said."""
_MOST_DEPTH = 40


class Texts:
    """Finds text in code, as seen from one reading."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._busy: list[object] = []
        self._known: dict[object, Expr | None] = {}

    def written(self, definition: Definition) -> Expr | None:
        """Return the outermost expression that puts text from the code into a value; None where there is none."""
        match definition:
            case Expr(node, frame):
                return self._of(node, frame)
            case Items(items):
                return self._first(item for item in items if not isinstance(item, Spread))
            case Picked():
                followed = self._reader.follow(definition)
                return self.written(followed) if isinstance(followed, Expr) else None
        return None

    def _first(self, parts: Iterable[Definition]) -> Expr | None:
        found = (self.written(part) for part in parts)
        return next((one for one in found if one is not None), None)

    def _of(self, node: ast.expr, frame: Frame) -> Expr | None:
        key = (node, frame.activation)
        if key not in self._known:
            if key in self._busy or len(self._busy) > _MOST_DEPTH:
                return None
            self._busy.append(key)
            try:
                self._known[key] = self._put_together(node, frame) or self._first(self._named(node, frame))
            finally:
                self._busy.pop()
        return self._known[key]

    def _put_together(self, node: ast.expr, frame: Frame) -> Expr | None:
        """Text that stands in the expression itself makes the whole expression the one that is found."""
        whole = Expr(node, frame)
        match node:
            case ast.Constant(value=str() as text):
                return whole if says_something(text) else None
            case ast.JoinedStr(values=parts):
                plain = [part.value for part in parts if isinstance(part, ast.Constant)]
                if any(isinstance(text, str) and says_something(text) for text in plain):
                    return whole
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                sides = [self._put_together(side, frame) for side in (left, right)]
                return whole if any(sides) else None
            case ast.BinOp(op=ast.Mod(), left=left):
                return whole if self._put_together(left, frame) else None
            case ast.Call(func=ast.Attribute(value=owner, attr=attr)) if attr in _KEEPING | {"join"}:
                return whole if self._put_together(owner, frame) else None
        return None

    def _named(self, node: ast.expr, frame: Frame) -> Iterator[Definition]:
        """What else the value may be made of."""
        match node:
            case ast.Name():
                yield from lookup(self._reader, node, frame)
                for bound in bound_elsewhere(frame.activation, node.id):
                    yield Expr(bound.value, bound.frame)
            case ast.Dict():
                yield from self._message(node, frame)
            case ast.Subscript(value=value):
                yield from self._item(node, value, frame)
            case ast.Attribute():
                yield self._reader.follow(Expr(node, frame))
            case ast.Call():
                yield from self._call(node, frame)
            case ast.ListComp(elt=part) | ast.SetComp(elt=part) | ast.GeneratorExp(elt=part):
                yield Expr(part, comprehension_frame(self._reader, node, frame))
        yield from (Expr(part, frame) for part in _parts(node))

    def _message(self, node: ast.Dict, frame: Frame) -> Iterator[Definition]:
        for key, value in zip(node.keys, node.values, strict=True):
            name = key.value if isinstance(key, ast.Constant) else None
            if key is None or not isinstance(name, str) or name in _SAID:
                yield Expr(value, frame)

    def _item(self, node: ast.Subscript, value: ast.expr, frame: Frame) -> Iterator[Definition]:
        """An item that is picked while it runs may be any of them."""
        exact = self._reader.follow(Expr(node, frame))
        if isinstance(exact, Expr) and exact.node is not node:
            yield exact
            return
        owner = self._reader.follow(Expr(value, frame))
        if isinstance(owner, Expr) and isinstance(owner.node, ast.Dict):
            yield from (Expr(part, owner.frame) for part in owner.node.values)
        elif isinstance(owner, Expr) and isinstance(owner.node, ast.List | ast.Tuple):
            yield from (Expr(part, owner.frame) for part in owner.node.elts)

    def _call(self, node: ast.Call, frame: Frame) -> Iterator[Definition]:
        found = called(self._reader, Expr(node, frame))
        if found is None or found.name == "chaindsl.prompt":
            return
        positional = [item for item in found.arguments.positional if not isinstance(item, Spread)]
        if isinstance(found.target, Function):
            yield from self._returned(
                found.target, bind(self._reader, found.target, [*positional], found.arguments.named)
            )
        elif found.name in _WRAPPING or (
            isinstance(node.func, ast.Attribute) and node.func.attr == "join" and not isinstance(found.target, Outside)
        ):
            yield from positional[:1]
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _KEEPING:
            yield Expr(node.func.value, frame)

    def _returned(self, function: Function, given: dict[str, Definition]) -> Iterator[Definition]:
        inner = self._reader.activation(function, given)
        if isinstance(function.node, ast.Lambda):
            yield Expr(function.node.body, Frame(inner, inner.scope.contents.start))
        for statement, point in inner.scope.contents.returns:
            if statement.value is not None:
                yield Expr(statement.value, Frame(inner, point))


def _parts(node: ast.expr) -> list[ast.expr]:
    """The expressions inside this one that its value is put together of, or chosen from."""
    match node:
        case ast.JoinedStr(values=parts):
            return [part.value for part in parts if isinstance(part, ast.FormattedValue)]
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return [left, right]
        case ast.BinOp(op=ast.Mod(), left=left):
            return [left]
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.BoolOp(values=values) | ast.List(elts=values) | ast.Tuple(elts=values) | ast.Set(elts=values):
            return values
        case ast.NamedExpr(value=value) | ast.Await(value=value) | ast.Starred(value=value):
            return [value]
    return []


def says_something(text: str) -> bool:
    """Say whether a text has words in it; punctuation and spaces between other texts are none."""
    return any(char.isalpha() for char in text)
