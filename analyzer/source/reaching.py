"""Which bindings of a name reach a point of its scope. It knows control flow, not what the name is bound to."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from analyzer.source.binding import Binding
from analyzer.source.block import Block, Point, encloses, exclusive, fork, loop_around

_STATIC = (
    *(ast.Name, ast.Attribute, ast.Constant, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.Tuple, ast.List, ast.Set),
    *(ast.expr_context, ast.boolop, ast.unaryop, ast.cmpop),
)
_MOST_STATIC = 50
_MOST_BLOCKS = 50
Truth = Callable[[ast.expr, Point], bool | None]
"""Says whether a condition holds at a point, None where it isn't known."""


@dataclass
class Reaching:
    """The bindings that may reach a point, latest first; `certain` says that one of them does on every way."""

    bindings: list[Binding] = field(default_factory=list)
    certain: bool = False


def reaching(candidates: Sequence[Binding], point: Point, late: bool, truth: Truth) -> Reaching:
    """Select from a name's bindings, in their order, those that may reach a point, or with `late` any time after it.

    What stands under a condition that never holds counts only if nothing else does: names imported for type checkers.
    """
    if len(candidates) == 1 and sure(candidates[0], point):
        return Reaching(list(candidates), certain=True)
    found, never = Reaching(), list[Binding]()
    for binding in reversed(candidates):
        if binding.point.order < point.order and not found.certain and _passes(binding, point):
            _sort(binding, point, truth, found, never)
    last = found.bindings[-1] if found.certain else None
    for binding in candidates:
        if binding.point.order >= point.order and (late or _comes_back(binding, last, point)):
            _sort(binding, point, truth, found, never, ahead=True)
    return found if found.bindings else Reaching(never)


def sure(binding: Binding, point: Point) -> bool:
    """Say whether a binding has certainly been made before a point of its scope."""
    return binding.point.order < point.order and not binding.point.block.depth


def _sort(
    binding: Binding, point: Point, truth: Truth, found: Reaching, never: list[Binding], *, ahead: bool = False
) -> None:
    holds = way(binding.point.block, point.block, truth)
    if holds is False:
        never.append(binding)
    else:
        found.bindings.append(binding)
        found.certain = found.certain or (holds is True and not ahead)


def _passes(binding: Binding, point: Point) -> bool:
    block = binding.point.block
    if exclusive(block, point.block):
        return loop_around(block, point.block) is not None
    while not encloses(block, point.block) and block.parent is not None:
        if block.leaving:
            return False
        block = block.parent
    return True


def _comes_back(binding: Binding, last: Binding | None, point: Point) -> bool:
    """A later binding reaches an earlier point around a loop, unless a certain one stands before it in the loop."""
    loop = loop_around(binding.point.block, point.block)
    return loop is not None and (last is None or not encloses(loop, last.point.block))


def way(block: Block, seen_from: Block, truth: Truth) -> bool | None:
    """Say whether the statements of a block have run wherever those of another, later one run."""
    both, _, _ = fork(block, seen_from)
    if both is None or block.depth > both.depth + _MOST_BLOCKS:
        return None
    known: bool | None = True
    while block is not both and block.parent is not None:
        holds: bool | None = None
        if isinstance(block.node, ast.If) and block.arm in {"if", "else"}:
            holds = truth(block.node.test, block.before)
            holds = holds if holds is None or block.arm == "if" else not holds
        if holds is False:
            return False
        known = known if holds else None
        block = block.parent
    return known


def is_static(test: ast.expr) -> bool:
    """Say whether a condition is made of names and literals alone, so that it is worth asking what it says."""
    waiting: list[ast.AST] = [test]
    for node in waiting:
        if not isinstance(node, _STATIC) or len(waiting) > _MOST_STATIC:
            return False
        waiting.extend(ast.iter_child_nodes(node))
    return True
