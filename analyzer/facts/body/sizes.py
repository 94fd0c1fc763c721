"""How many items an iterable can hold, read from the expression that makes it."""

import ast
from collections.abc import Callable

from analyzer.facts.body.known import known
from analyzer.facts.body.marks import key_in
from analyzer.facts.body.most import NONE, Most, endless, largest, plus, smallest, times
from analyzer.facts.bounds import Reason
from analyzer.source.definition import Activation, Class, Definition, Expr, Frame, Items, Outside
from analyzer.source.reader import Reader
from analyzer.source.tree import Comprehension
from chaindsl.graph.unknown import Unknown

_SAME = frozenset(
    f"builtins.{name}" for name in ("list", "tuple", "set", "frozenset", "sorted", "reversed", "enumerate", "iter")
)
_VIEWS = frozenset({"items", "keys", "values", "copy"})
_MOST_DEPTH = 40


class Sizes:
    """Sizes of iterables, as seen from one reading."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._depth = 0

    def of(self, node: ast.expr, frame: Frame) -> Most:
        """Return the most items of an iterable, or why there is no bound."""
        self._depth += 1
        try:
            if self._depth > _MOST_DEPTH:
                return self._unbounded(node, frame)
            return self._followed(self._reader.follow(Expr(node, frame)), node, frame)
        finally:
            self._depth -= 1

    def _followed(self, found: Definition, node: ast.expr, frame: Frame) -> Most:
        key = key_in(found)
        if key is not None:
            if key.cap is not None:
                return Most(key.cap)
            reason = Reason(f"nothing caps the list `{key.key}`", frame.module.place(node))
            return endless(reason, key.key)
        if isinstance(found, Items):
            return (
                Most(len(found.items))
                if not any(hasattr(i, "unknown") for i in found.items)
                else self._unbounded(node, frame)
            )
        if isinstance(found, Class):
            return self._members(found, node, frame)
        if isinstance(found, Expr):
            return self._expression(found.node, found.frame)
        if isinstance(found, Unknown) or isinstance(node, ast.Subscript):
            return self._expression(node, frame)
        return self._unbounded(node, frame)

    def _members(self, found: Class, node: ast.expr, frame: Frame) -> Most:
        bases = [self._reader.follow(Expr(base, found.frame)) for base in found.node.bases]
        if any(isinstance(base, Outside) and base.name.startswith("enum.") for base in bases):
            return Most(sum(isinstance(statement, ast.Assign) for statement in found.node.body))
        return self._unbounded(node, frame)

    def _expression(self, node: ast.expr, frame: Frame) -> Most:
        match node:
            case ast.Constant(value=str() | bytes() as text):
                return Most(len(text))
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return plus(self._part(part, frame) for part in parts)
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                return plus(Most(1) if key is not None else self.of(value, frame) for key, value in pairs)
            case ast.IfExp(body=body, orelse=orelse):
                return largest([self.of(body, frame), self.of(orelse, frame)])
            case ast.BoolOp(values=values):
                return largest(self.of(value, frame) for value in values)
        return self._made(node, frame)

    def _made(self, node: ast.expr, frame: Frame) -> Most:
        """The size of what an operation makes of other iterables."""
        match node:
            case ast.Subscript(value=value, slice=ast.Slice() as part):
                return self._slice(value, part, frame, node)
            case ast.BinOp():
                return self._operation(node, frame)
            case ast.Call():
                return self._call(node, frame)
            case ast.Starred(value=value) | ast.Await(value=value):
                return self.of(value, frame)
        return self.comprehension(node, frame) if isinstance(node, Comprehension) else self._unbounded(node, frame)

    def _part(self, part: ast.expr, frame: Frame) -> Most:
        return self.of(part.value, frame) if isinstance(part, ast.Starred) else Most(1)

    def comprehension(self, node: Comprehension, frame: Frame) -> Most:
        """Return how many items a comprehension makes: the product over its `for` clauses."""
        inner = comprehension_frame(self._reader, node, frame)
        found = self.of(node.generators[0].iter, frame)
        for generator in node.generators[1:]:
            found = times(found, self.of(generator.iter, inner))
        return found

    def _slice(self, value: ast.expr, part: ast.Slice, frame: Frame, node: ast.expr) -> Most:
        lower = self.whole(part.lower, frame) if part.lower is not None else 0
        upper = self.whole(part.upper, frame) if part.upper is not None else None
        whole = self.of(value, frame)
        if lower is not None and upper is not None and (lower >= 0) == (upper >= 0):
            return smallest([Most(max(0, upper - lower)), whole])
        if part.upper is None and lower is not None and lower < 0:
            return smallest([Most(-lower), whole])
        return whole if whole.finite or whole.key else self._unbounded(node, frame)

    def _operation(self, node: ast.BinOp, frame: Frame) -> Most:
        if isinstance(node.op, ast.Add | ast.BitOr):
            return plus([self.of(node.left, frame), self.of(node.right, frame)])
        if isinstance(node.op, ast.Sub | ast.BitAnd):
            return self.of(node.left, frame)
        if isinstance(node.op, ast.Mult):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                count = self.whole(one, frame)
                if count is not None:
                    return times(Most(max(0, count)), self.of(other, frame))
        return self._unbounded(node, frame)

    def _call(self, node: ast.Call, frame: Frame) -> Most:
        called = self._reader.follow(Expr(node.func, frame))
        name = called.name if isinstance(called, Outside) else ""
        if name in _SAME:
            return self.of(node.args[0], frame) if node.args else NONE
        known: dict[str, Callable[[ast.Call, Frame], Most]] = {
            "builtins.range": self._range,
            "builtins.zip": self._zip,
            "builtins.map": self._mapped,
            "builtins.filter": lambda call, at: self.of(call.args[-1], at),
            "itertools.islice": self._islice,
            "itertools.batched": self._batched,
            "itertools.chain": lambda call, at: plus(self.of(arg, at) for arg in call.args),
            "itertools.product": self._product,
            "itertools.pairwise": lambda call, at: self.of(call.args[0], at),
            "itertools.takewhile": lambda call, at: self.of(call.args[-1], at),
            "itertools.repeat": lambda call, at: self._number(call.args[1:], at, call),
            "random.sample": lambda call, at: self._number(call.args[1:], at, call),
            "builtins.dict": lambda call, at: plus([*(self.of(a, at) for a in call.args), Most(len(call.keywords))]),
        }
        if name in known and (node.args or name == "builtins.dict"):
            return known[name](node, frame)
        if isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS and not node.args:
            return self.of(node.func.value, frame)
        return self._unbounded(node, frame)

    def _range(self, node: ast.Call, frame: Frame) -> Most:
        numbers = [self.whole(arg, frame) for arg in node.args]
        if all(number is not None for number in numbers) and len(numbers) in (1, 2, 3):
            try:
                return Most(len(range(*[number for number in numbers if number is not None])))
            except (ValueError, OverflowError):
                return self._unbounded(node, frame)
        if len(node.args) == 1 or (len(node.args) == 2 and numbers[0] == 0):
            return self._limit(node.args[-1], frame)
        return self._unbounded(node, frame)

    def _limit(self, node: ast.expr, frame: Frame) -> Most:
        """What a number can be at most: a constant, the length of something, or the smaller of several."""
        whole = self.whole(node, frame)
        if whole is not None:
            return Most(max(0, whole))
        if isinstance(node, ast.Call) and not node.keywords:
            called = self._reader.follow(Expr(node.func, frame))
            if called == Outside("builtins.len") and len(node.args) == 1:
                return self.of(node.args[0], frame)
            if called == Outside("builtins.min") and len(node.args) > 1:
                return smallest(self._limit(arg, frame) for arg in node.args)
        return self._unbounded(node, frame)

    def _zip(self, node: ast.Call, frame: Frame) -> Most:
        return smallest(self.of(arg, frame) for arg in node.args)

    def _mapped(self, node: ast.Call, frame: Frame) -> Most:
        return smallest(self.of(arg, frame) for arg in node.args[1:])

    def _islice(self, node: ast.Call, frame: Frame) -> Most:
        stop = node.args[1] if len(node.args) == 2 else node.args[2] if len(node.args) > 2 else None
        capped = self._limit(stop, frame) if stop is not None else endless(Reason("no limit"))
        return smallest([self.of(node.args[0], frame), capped])

    def _batched(self, node: ast.Call, frame: Frame) -> Most:
        whole = self.of(node.args[0], frame)
        size = self.whole(node.args[1], frame) if len(node.args) > 1 else None
        return Most(-(-int(whole.number) // size)) if whole.finite and size else whole

    def _product(self, node: ast.Call, frame: Frame) -> Most:
        found = Most(1)
        for arg in node.args:
            found = times(found, self.of(arg, frame))
        return found

    def _number(self, args: list[ast.expr], frame: Frame, node: ast.Call) -> Most:
        return self._limit(args[0], frame) if args else self._unbounded(node, frame)

    def whole(self, node: ast.expr, frame: Frame) -> int | None:
        """Return the whole number that an expression is, None where that is not known."""
        value = self._reader.constant(Expr(node, frame))
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def _unbounded(self, node: ast.expr, frame: Frame) -> Most:
        return endless(Reason(f"nothing caps `{frame.module.segment(node)}`", frame.module.place(node)))


def comprehension_frame(reader: Reader, node: ast.AST, frame: Frame) -> Frame:
    """Return the frame inside a comprehension that stands in this one, the same one each time."""
    frames = known(reader, "comprehensions")
    key = (node, frame.activation, frame.late)
    found: Frame | None = frames.get(key)
    if found is None:
        scope = frame.activation.scope.inner(node)
        found = frames[key] = Frame(Activation(scope, frame), scope.contents.start)
    return found
