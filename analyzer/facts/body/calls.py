"""How many model calls a body can make: the worst path through it, loops and helper functions included.

Control flow is read as it is written; conditions may go either way. A recursion, a loop that nothing counts and a
model handed to code that can't be read have no bound, and the reason says so.
"""

import ast
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace

from analyzer.facts.body.bearers import Bearers
from analyzer.facts.body.counters import rounds
from analyzer.facts.body.exits import Exits, either, falls, then
from analyzer.facts.body.invocation import Invocations
from analyzer.facts.body.most import NONE, Most, endless, largest, plus, times
from analyzer.facts.body.sizes import Sizes, comprehension_frame
from analyzer.facts.bounds import Reason
from analyzer.source.block import Point
from analyzer.source.definition import Activation, Definition, Expr, Frame, Function
from analyzer.source.reader import Reader
from analyzer.source.tree import Comprehension, children

_SILENT = (ast.Constant, ast.Name, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
"""What makes no call where it stands."""
_MOST_DEPTH = 25
_MOST_ENTERED = 3_000
"""How many functions one question enters, each counted as often as it is called."""


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """Something that is gone over with model calls for each item: the iterable, how many items, how many calls each."""

    node: ast.expr
    frame: Frame
    count: Most
    calls: Most


class CallCounter:
    """Counts model calls, as seen from one reading.

    `loops` are those that were met, by their iterables. One whose iterable is `forgiven` counts for nothing.
    """

    def __init__(self, reader: Reader, forgiven: Container[ast.AST] = ()) -> None:
        self.reader = reader
        self.loops: dict[ast.AST, Loop] = {}
        self._forgiven = forgiven
        self.sizes = Sizes(reader)
        self.bearers = Bearers(reader)
        self.invocations = Invocations(self)
        self._running: list[ast.AST] = []
        self._entered = 0

    def function(self, function: Function, given: Mapping[str, Definition]) -> Most:
        """Return the most calls of one call of a function whose parameters are given these."""
        node = function.node
        if node in self._running:
            return endless(Reason(f"{name_of(node)} calls itself", function.frame.module.place(node)))
        self._entered = self._entered + 1 if self._running else 0
        if len(self._running) > _MOST_DEPTH or self._entered > _MOST_ENTERED:
            return endless(Reason("functions call each other too deeply", function.frame.module.place(node)))
        activation = self.reader.activation(function, given)
        points = self.bearers.points(activation)
        if points is not None and not points:
            return NONE
        self._running.append(node)
        try:
            if isinstance(node, ast.Lambda):
                return self.expression(node.body, Frame(activation, activation.scope.contents.start))
            return largest(_Statements(self, activation).all(node.body).all())
        finally:
            self._running.pop()

    def expression(self, node: ast.AST | None, frame: Frame) -> Most:
        """Return the most calls that evaluating an expression makes."""
        if node is None or isinstance(node, _SILENT):
            return NONE
        if isinstance(node, ast.IfExp):
            either_side = [self.expression(node.body, frame), self.expression(node.orelse, frame)]
            return plus([self.expression(node.test, frame), largest(either_side)])
        if isinstance(node, Comprehension):
            return self._comprehension(node, frame)
        inner = self.inside(node, frame)
        return plus([inner, self.invocations.call(node, frame)]) if isinstance(node, ast.Call) else inner

    def inside(self, node: ast.AST, frame: Frame) -> Most:
        """Return the most calls that the expressions inside this one make."""
        return plus([self.expression(child, frame) for child in children(node) if not isinstance(child, _SILENT)])

    def _comprehension(self, node: Comprehension, frame: Frame) -> Most:
        inner = comprehension_frame(self.reader, node, frame)
        made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        found = plus(self.expression(part, inner) for part in made)
        for generator in reversed(node.generators):
            first = generator is node.generators[0]
            where = frame if first else inner
            tests = plus(self.expression(test, inner) for test in generator.ifs)
            every = plus([tests, found])
            looped = times(self.rounds(generator.iter, where, every), every)
            found = plus([self.expression(generator.iter, where), looped])
        return found

    def rounds(self, iterable: ast.expr, frame: Frame, every: Most) -> Most:
        """Return how often something that makes these calls is done for the items of an iterable."""
        if not every.number or iterable in self._forgiven:
            return NONE
        count = self.sizes.of(iterable, frame)
        self.loops[iterable] = Loop(iterable, frame, count, every)
        return count


class _Statements:
    """Counts along the statements of one activation of a function."""

    def __init__(self, counter: CallCounter, activation: Activation) -> None:
        self.counter = counter
        self.activation = activation
        self.points: dict[ast.stmt, Point] = dict(activation.scope.contents.statements)
        self.bearing = counter.bearers.points(activation)

    def all(self, body: Iterable[ast.stmt]) -> Exits:
        """Return the ways out of statements in a row."""
        found = falls()
        for statement in body:
            found = then(found, self.one(statement))
            if found.falls is None:
                break
        return found

    def one(self, statement: ast.stmt) -> Exits:
        """Return the ways out of one statement."""
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return falls()
            case ast.Return() | ast.Raise() | ast.Break() | ast.Continue():
                return self.leaving(statement)
            case ast.If(body=body, orelse=orelse):
                return self.branches(statement.test, statement, [body, orelse])
            case ast.Match(cases=cases):
                return self.branches(statement.subject, statement, [*(case.body for case in cases), []])
            case ast.With() | ast.AsyncWith():
                return self.with_block(statement)
            case ast.Try() | ast.TryStar():
                return self.tried(statement)
        return self.loop(statement) or falls(self.inside(statement))

    def loop(self, statement: ast.stmt) -> Exits | None:
        if isinstance(statement, ast.For | ast.AsyncFor):
            return self.for_loop(statement)
        return self.while_loop(statement) if isinstance(statement, ast.While) else None

    def leaving(self, statement: ast.Return | ast.Raise | ast.Break | ast.Continue) -> Exits:
        made = self.inside(statement)
        match statement:
            case ast.Return():
                return Exits(returns=made)
            case ast.Raise():
                return Exits(raises=made)
            case ast.Break():
                return Exits(breaks=made)
        return Exits(continues=made)

    def frame(self, statement: ast.stmt) -> Frame:
        return Frame(self.activation, self.points[statement])

    def silent(self, statement: ast.stmt) -> bool:
        return self.bearing is not None and self.points[statement] not in self.bearing

    def inside(self, statement: ast.stmt) -> Most:
        return NONE if self.silent(statement) else self.counter.inside(statement, self.frame(statement))

    def own(self, node: ast.expr | None, statement: ast.stmt) -> Most:
        return NONE if self.silent(statement) else self.counter.expression(node, self.frame(statement))

    def branches(self, test: ast.expr, statement: ast.stmt, bodies: list[list[ast.stmt]]) -> Exits:
        return then(falls(self.own(test, statement)), either(self.all(body) for body in bodies))

    def for_loop(self, loop: ast.For | ast.AsyncFor) -> Exits:
        body = self.all(loop.body)
        count = self.counter.rounds(loop.iter, self.frame(loop), largest(body.all()))
        return then(falls(self.own(loop.iter, loop)), self.looped(body, count, NONE, loop.orelse))

    def while_loop(self, loop: ast.While) -> Exits:
        test = self.own(loop.test, loop)
        body = self.all(loop.body)
        count = self.rounds(loop) if _matters(body) or test.number else NONE
        endless_test = isinstance(loop.test, ast.Constant) and bool(loop.test.value)
        return self.looped(body, count, test, None if endless_test else loop.orelse)

    def rounds(self, loop: ast.While) -> Most:
        point = self.points[loop]
        before = Frame(self.activation, Point(point.block, point.order - 1))
        found = rounds(loop, lambda node: self.number(node, before))
        if found is not None:
            return Most(found)
        module = self.activation.scope.module
        return endless(Reason("nothing counts the rounds of this `while`", module.place(loop)))

    def number(self, node: ast.expr, frame: Frame) -> float | None:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len" and node.args:
            size = self.counter.sizes.of(node.args[0], frame)
            return size.number if size.finite else None
        value = self.counter.reader.constant(Expr(node, frame))
        return value if isinstance(value, int | float) and not isinstance(value, bool) else None

    def looped(self, body: Exits, count: Most, test: Most, orelse: list[ast.stmt] | None) -> Exits:
        """Return the ways out of a loop: full rounds and then its end, or one more round that leaves it.

        `orelse` is None for a loop that never ends by itself.
        """
        going_on = [most for most in (body.falls, body.continues) if most is not None]
        again = plus([test, largest(going_on)])
        earlier = times(replace(count, number=max(0, count.number - 1)), again) if going_on else NONE
        leaving = Exits(falls=body.breaks, returns=body.returns, raises=body.raises).after(plus([earlier, test]))
        if orelse is None:
            return leaving
        end = plus([times(count, again) if going_on else NONE, test])
        return either([then(falls(end), self.all(orelse)), leaving])

    def with_block(self, block: ast.With | ast.AsyncWith) -> Exits:
        """A context manager may swallow an exception, so what raises may go on behind the block."""
        entering = plus(self.own(item.context_expr, block) for item in block.items)
        body = self.all(block.body)
        return then(falls(entering), either([body, Exits(falls=body.raises)]))

    def tried(self, block: ast.Try | ast.TryStar) -> Exits:
        body = self.all(block.body)
        anywhere = largest(body.all())
        handlers = [self.all(handler.body).after(anywhere) for handler in block.handlers]
        through = then(body, self.all(block.orelse))
        found = either([through, *handlers])
        final = self.all(block.finalbody)
        if final.falls is None:
            return final.after(largest(found.all()))
        last = final.falls
        return either([found.after(last), replace(final, falls=None).after(largest(found.all()))])


def _matters(body: Exits) -> bool:
    return any(most.number for most in body.all())


def name_of(node: ast.AST) -> str:
    """Return how a message calls a function."""
    return f"`{name}`" if (name := getattr(node, "name", "")) else "a lambda"
