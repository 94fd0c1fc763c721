"""Whether a function tests what a name stands for, and leaves if it is not as it should be, before it is used."""

import ast

from analyzer.facts.body.after import names_read
from analyzer.source.block import exclusive
from analyzer.source.definition import Frame
from analyzer.source.tree import walk

_CHECKING = ("check", "validate", "ensure", "assert", "verify", "require", "_check", "_validate", "_ensure", "must_")
_LEAVING = ast.Raise | ast.Return | ast.Continue | ast.Break


def tested(frame: Frame, name: str) -> bool:
    """Say whether some test before this point looks at a name by more than its being there."""
    for statement, point in frame.activation.scope.contents.statements:
        if point.order >= frame.point.order:
            break
        match statement:
            case ast.Assert(test=test):
                found = _looks_at(test, name)
            case ast.If(test=test, body=body, orelse=orelse):
                leaves = isinstance(body[-1], _LEAVING) or (bool(orelse) and isinstance(orelse[-1], _LEAVING))
                found = _looks_at(test, name) and (leaves or _around(statement, frame))
            case ast.Expr(value=ast.Call(func=func, args=args)):
                called = getattr(func, "attr", getattr(func, "id", ""))
                found = called.lower().startswith(_CHECKING) and any(name in names_read(arg) for arg in args)
            case _:
                continue
        if found and not exclusive(point.block, frame.point.block):
            return True
    return False


def _around(statement: ast.If, frame: Frame) -> bool:
    """Whether the point lies in the first arm of an `if`."""
    block = frame.point.block
    while block.parent is not None:
        if block.node is statement:
            return block.arm == "if"
        block = block.parent
    return False


def _looks_at(test: ast.expr, name: str) -> bool:
    """Membership, equality with a literal, a pattern, or a function that says yes or no."""
    for node in walk(test):
        match node:
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                picky = all(isinstance(op, ast.In | ast.NotIn | ast.Eq | ast.NotEq) for op in ops)
                empty = any(isinstance(part, ast.Constant) and not part.value for part in comparators)
                if picky and not empty and name in names_read(left):
                    return True
            case ast.Call(func=func, args=args):
                length = isinstance(func, ast.Name) and func.id in ("len", "bool", "isinstance")
                parts = [*args, *([func.value] if isinstance(func, ast.Attribute) else [])]
                if not length and any(name in names_read(part) for part in parts):
                    return True
    return False
