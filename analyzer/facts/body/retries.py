"""Runs of a whole flow that are tried again from the start: in a loop around a `try`, or by a retry decorator."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.body.after import Loop, Order, names_bound, names_read, own_nodes
from analyzer.facts.body.visits import expressions_in, inside
from analyzer.source.arguments import Called, called
from analyzer.source.block import Block
from analyzer.source.contents import own_expressions
from analyzer.source.definition import Activation, Class, Definition, Expr, Frame, Function, Outside, Spread
from analyzer.source.interest import Interest
from analyzer.source.module import Module
from analyzer.source.reader import Reader
from analyzer.source.tree import walk

FLOWS = frozenset({"chaindsl.chain", "chaindsl.workflow"})
_RUNS = frozenset({"run", "arun"})
_DECORATORS_TEXT = (
    "tenacity.retry backoff.on_exception backoff.on_predicate retrying.retry retry.retry retry.api.retry "
    "stamina.retry retry2.retry opnieuw.retry aioretry.retry tenacity.Retrying tenacity.AsyncRetrying "
    "ratelimit.sleep_and_retry"
)
_DECORATORS = frozenset(_DECORATORS_TEXT.split())
_ROUNDS = frozenset({"tenacity.Retrying", "tenacity.AsyncRetrying", "stamina.retry_context"})
"""What hands out one attempt after the other, for `for attempt in …: with attempt: …`."""
_CALLERS = frozenset({"retry.retry_call", "retry.api.retry_call", "stamina.RetryingCaller", "backoff.retry"})
_HANDED = re.compile(r"\.a?run\b(?!\()")
"""A run that is spoken of and not called there."""
_MOST_DEPTH = 4


@dataclass(frozen=True, slots=True, eq=False)
class Retried:
    """A flow's run, whose flow it is, and the loop or decorator that starts it again."""

    node: ast.Call
    frame: Frame
    flow: str
    by: ast.AST
    by_frame: Frame
    how: str


class Retries:
    """Looks through whatever of a module may have to do with flows, as seen from one reading."""

    def __init__(self, reader: Reader, interest: Interest) -> None:
        self._reader = reader
        self._interest = interest
        self._hands_over = True

    def found(self, module: Module) -> Iterator[Retried]:
        """Yield every run of a flow that is tried again."""
        self._hands_over = _HANDED.search(module.text) is not None
        top = self._reader.module_frame(module).activation
        waiting = [top]
        while waiting:
            activation = waiting.pop(0)
            yield from self._in_scope(activation)
            for statement, point in activation.scope.contents.statements:
                if not self._interest.touches(statement):
                    continue
                frame = Frame(activation, point)
                match statement:
                    case ast.FunctionDef() | ast.AsyncFunctionDef():
                        waiting.append(self._reader.body_frame(Function(statement, frame)).activation)
                    case ast.ClassDef():
                        waiting.append(self._reader.body_frame(Class(statement, frame)).activation)

    def _in_scope(self, activation: Activation) -> Iterator[Retried]:
        body = getattr(activation.scope.node, "body", [])
        order: Order | None = None
        touched = [one for one in activation.scope.contents.statements if self._interest.touches(one[0])]
        for statement, point in touched:
            frame = Frame(activation, point)
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from self._decorated(statement, frame)
            elif isinstance(statement, ast.For | ast.AsyncFor) and self._hands_out(statement.iter, frame):
                for node, at, name in self._runs_in(statement.body, activation):
                    yield Retried(node, at, name, statement, frame, "loop")
            elif isinstance(statement, ast.Try | ast.TryStar) and _repeats(point.block):
                order = order or Order(body if isinstance(body, list) else [])
                yield from self._tried(statement, frame, order)
            for expression in own_expressions(statement, nested=False) if self._hands_over else ():
                for inner, at in inside(self._reader, expression, frame):
                    if isinstance(inner, ast.Call):
                        yield from self._handed(inner, at)

    def _decorated(self, function: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> Iterator[Retried]:
        for decorator in function.decorator_list:
            if self._is_retry(decorator, frame):
                inner = self._reader.body_frame(Function(function, frame)).activation
                for node, at, name in self._runs_in(function.body, inner):
                    yield Retried(node, at, name, decorator, frame, "decorator")
                return

    def _is_retry(self, decorator: ast.expr, frame: Frame) -> bool:
        if isinstance(decorator, ast.Call) and self._again(self._reader.follow(Expr(decorator.func, frame))):
            return True
        found = self._reader.follow(Expr(decorator, frame))
        if isinstance(found, Expr):
            call = called(self._reader, found)
            return call is not None and self._again(call.target)
        return self._again(found)

    def _again(self, target: Definition) -> bool:
        """Known decorators, and functions of the project that are called so and hold such a loop."""
        if isinstance(target, Outside):
            return target.name in _DECORATORS
        if not isinstance(target, Function) or isinstance(target.node, ast.Lambda):
            return False
        nodes = list(walk(target.node))
        loops = any(isinstance(node, ast.For | ast.AsyncFor | ast.While) for node in nodes)
        return "retr" in target.node.name.lower() and loops and any(isinstance(node, ast.Try) for node in nodes)

    def _hands_out(self, node: ast.expr, frame: Frame) -> bool:
        found = called(self._reader, self._reader.follow(Expr(node, frame)))
        return found is not None and found.name in _ROUNDS

    def _tried(self, block: ast.Try | ast.TryStar, frame: Frame, order: Order) -> Iterator[Retried]:
        """A loop around a `try` that is left when the run succeeds, and goes on when it fails."""
        loop = order.loop_around(block)
        if loop is None or not self._goes_on(block, order, loop) or not self._leaves(block, order, loop):
            return
        for node, at, name in self._runs_in(block.body, frame.activation):
            if not self._for_another(loop, block, node):
                yield Retried(node, at, name, loop, frame, "loop")

    def _goes_on(self, block: ast.Try | ast.TryStar, order: Order, loop: Loop) -> bool:
        """Whether some handler stays in the loop."""
        return any(not isinstance(handler.body[-1], ast.Raise | ast.Return | ast.Break) for handler in block.handlers)

    def _leaves(self, block: ast.Try | ast.TryStar, order: Order, loop: Loop) -> bool:
        """Whether success ends the loop: by `return` or `break`, or by what the loop asks for."""
        behind = [*block.body, *block.orelse, *order.following(block, until=loop)]
        if any(isinstance(node, ast.Return | ast.Break) for node in own_nodes(behind)):
            return True
        made = {name for statement in block.body for name in names_bound(statement)}
        return isinstance(loop, ast.While) and bool(made & names_read(loop.test))

    def _for_another(self, loop: Loop, block: ast.stmt, node: ast.Call) -> bool:
        """Whether each round runs the flow for something else."""
        read = names_read(node)
        if not isinstance(loop, ast.While) and names_bound(loop.target) & read:
            return True
        made = {name for statement in loop.body if statement is not block for name in names_bound(statement)}
        return bool(made & read)

    def _handed(self, node: ast.Call, frame: Frame) -> Iterator[Retried]:
        """`retry_call(flow.run, …)` and `retry(…)(flow.run)`."""
        if not any(isinstance(argument, ast.Attribute) and argument.attr in _RUNS for argument in node.args[:1]):
            return
        found = called(self._reader, Expr(node, frame))
        if found is None:
            return
        by_name = found.name in _CALLERS
        made = called(self._reader, self._reader.follow(Expr(node.func, frame)))
        if by_name or (made is not None and self._again(made.target)):
            for argument in node.args[:1]:
                name = self._run_of(argument, frame)
                if name is not None:
                    yield Retried(node, frame, name, node.func, frame, "decorator")

    def _runs_in(
        self, body: list[ast.stmt], activation: Activation, depth: int = 0
    ) -> Iterator[tuple[ast.Call, Frame, str]]:
        """The calls in statements that run a flow, themselves or in a function of the project that they call."""
        nodes = set(own_nodes(body))
        for node, frame in expressions_in(self._reader, activation):
            if not isinstance(node, ast.Call) or node not in nodes:
                continue
            name = self._run_of(node.func, frame)
            if name is None and depth < _MOST_DEPTH:
                name = self._run_inside(node, frame, depth)
            if name is not None:
                yield node, frame, name

    def _run_inside(self, node: ast.Call, frame: Frame, depth: int) -> str | None:
        target = self._reader.follow(Expr(node.func, frame))
        if not isinstance(target, Function) or isinstance(target.node, ast.Lambda) or not mentions_run(target.node):
            return None
        inner = self._reader.activation(target, {})
        return next((name for _, _, name in self._runs_in(target.node.body, inner, depth + 1)), None)

    def _run_of(self, func: ast.expr, frame: Frame) -> str | None:
        """Return the name of the flow whose `run` this is, or None."""
        if not isinstance(func, ast.Attribute) or func.attr not in _RUNS:
            return None
        return self._flow(self._reader.follow(Expr(func.value, frame)))

    def _flow(self, owner: Definition) -> str | None:
        call = called(self._reader, owner)
        if call is None:
            return None
        if call.name in FLOWS:
            return self._name(call)
        node = call.arguments.call.node
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("bind", "configured")
        ):
            return self._flow(self._reader.follow(Expr(node.func.value, call.arguments.call.frame)))
        return None

    def _name(self, call: Called) -> str:
        first = call.arguments.positional[0] if call.arguments.positional else None
        name = None if first is None or isinstance(first, Spread) else self._reader.constant(first)
        return name if isinstance(name, str) else "?"


def _repeats(block: Block | None) -> bool:
    """Whether a block is, or lies in, the body of a loop."""
    while block is not None and not block.looping:
        block = block.parent
    return block is not None


def mentions_run(node: ast.AST) -> bool:
    """Say whether some attribute in a tree is called as runs of flows are."""
    return any(isinstance(one, ast.Attribute) and one.attr in _RUNS for one in walk(node))
