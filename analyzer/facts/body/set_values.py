"""Whether an expression is certainly a set whose order differs from process to process: not one of numbers."""

import ast
from collections.abc import Collection

from analyzer.facts.body.marks import key_in
from analyzer.source.definition import Expr, Frame, Outside
from analyzer.source.names import lookup
from analyzer.source.reader import Reader

_MAKERS = frozenset({"builtins.set", "builtins.frozenset"})
_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference", "copy"})
_NUMBERS = frozenset(f"builtins.{name}" for name in ("int", "len", "ord", "range", "hash", "id", "round", "float"))
_MOST_DEPTH = 20
_OPERATORS = ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor


class SetValues:
    """Tells sets, as seen from one reading; `keys` are the keys whose values are such sets."""

    def __init__(self, reader: Reader, keys: Collection[str] = ()) -> None:
        self._reader = reader
        self._keys = keys

    def is_set(self, node: ast.expr, frame: Frame, depth: int = 0) -> bool:
        """Say whether an expression is a set of things other than numbers."""
        if depth > _MOST_DEPTH:
            return False
        if isinstance(node, ast.Name):
            return self._named(node, frame, depth)
        found = self._reader.follow(Expr(node, frame))
        if isinstance(found, Expr) and found.node is not node:
            return self.is_set(found.node, found.frame, depth + 1)
        return self._made(node, frame, depth)

    def _made(self, node: ast.expr, frame: Frame, depth: int) -> bool:
        match node:
            case ast.Set(elts=parts):
                return not all(_number(part) for part in parts)
            case ast.SetComp(elt=part):
                return not self._counts(part, frame)
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _OPERATORS):
                return any(self.is_set(side, frame, depth + 1) for side in (left, right))
            case ast.Call(func=ast.Attribute(value=owner, attr=attr)) if attr in _METHODS:
                return self.is_set(owner, frame, depth + 1)
            case ast.Call(func=func, args=args):
                made = self._reader.follow(Expr(func, frame))
                maker = isinstance(made, Outside) and made.name in _MAKERS
                return maker and not any(self._counts(arg, frame) for arg in args)
        return False

    def _named(self, node: ast.Name, frame: Frame, depth: int) -> bool:
        """Whether all that a name may stand for are sets; one that grows stays one."""
        found = lookup(self._reader, node, frame)
        keys = [key for one in found if (key := key_in(one)) is not None]
        if keys:
            return len(keys) == len(found) and all(key.key in self._keys for key in keys)
        return bool(found) and all(
            isinstance(one, Expr) and self.is_set(one.node, one.frame, depth + 1) for one in found
        )

    def _counts(self, node: ast.expr, frame: Frame) -> bool:
        """Whether an expression is a number, or numbers."""
        match node:
            case ast.Call(func=func):
                found = self._reader.follow(Expr(func, frame))
                if isinstance(found, Outside) and found.name == "builtins.map":
                    return self._counts(ast.Call(node.args[0], [], []), frame)
                return isinstance(found, Outside) and found.name in _NUMBERS
            case ast.GeneratorExp(elt=part) | ast.ListComp(elt=part):
                return self._counts(part, frame)
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return bool(parts) and all(_number(part) for part in parts)
        return _number(node)


def _number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)
