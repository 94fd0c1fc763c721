"""Where a failure of a model call, or of reading what a model wrote, ends in an `except` that tells nobody.

A path is followed from the handler to what is handed back: code that raises later, asks again, or hands back what the
model wrote has noticed the failure. A round that is repeated for the same thing is another attempt, one for the next
item is not.
"""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from analyzer.facts.body.after import Loop, Order, names_bound, names_read, own_nodes, raises
from analyzer.facts.body.caught import catches, catches_all, exhausts
from analyzer.facts.body.handlers import Ending, Handlers, Quiet
from analyzer.facts.body.marks import Model
from analyzer.facts.body.origins import Tracer
from analyzer.facts.body.visits import Entered, Visit
from analyzer.source.definition import Expr, Frame, Function, Outside
from analyzer.source.names import lookup
from analyzer.source.reader import Reader
from chaindsl.graph.place import Place
from chaindsl.graph.unknown import Unknown

Tried = ast.Try | ast.TryStar
TRYING = frozenset({"try", "suppress"})
"""Words without which a failure ends where everybody sees it."""
_ENDING = (ast.Try, ast.TryStar, ast.With, ast.AsyncWith)
Accepts = Callable[[ast.expr | None, Frame], bool]
"""Whether a value that a function hands back passes as an answer: nobody can tell it from one."""


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A call that may fail: it asks a model, or with `parsing` it reads what one wrote."""

    visit: Visit
    parsing: bool


@dataclass(frozen=True, slots=True, eq=False)
class Swallowed:
    """A handler, the attempt whose failure it hides, and what happens instead."""

    node: ast.AST
    frame: Frame
    attempt: Attempt
    instead: str

    @property
    def place(self) -> Place:
        """Where it stands: of a handler its first line."""
        place = self.frame.module.place(self.node)
        if not isinstance(self.node, ast.ExceptHandler):
            return place
        if self.node.type is None:
            return Place(place.file, place.line, place.column, place.line, place.column + len("except"))
        kind = self.frame.module.place(self.node.type)
        return Place(place.file, place.line, place.column, kind.end_line, kind.end_column)


class _Way(Enum):
    """How a stretch of code ends on the way of a failure."""

    NOTICED = auto()
    HIDDEN = auto()
    THROUGH = auto()


def attempts_by_call(found: Collection[Attempt]) -> dict[ast.AST, Attempt]:
    """Return which calls make an attempt, themselves or in a function that they enter."""
    calls: dict[ast.AST, Attempt] = {attempt.visit.node: attempt for attempt in found}
    for attempt in found:
        for outer in attempt.visit.entered.through:
            calls.setdefault(outer.node, attempt)
    return calls


def tries(function: Function) -> bool:
    """Say whether a function holds something that may end a failure; most do not."""
    scope = function.frame.activation.scope.inner(function.node)
    return any(isinstance(statement, _ENDING) for statement, _ in scope.contents.statements)


class Swallowing:
    """Looks through one function; `accepts` says which values pass as an answer of it."""

    def __init__(
        self, reader: Reader, tracer: Tracer, entered: Entered, attempts: Mapping[ast.AST, Attempt], accepts: Accepts
    ) -> None:
        self._reader = reader
        self._tracer = tracer
        self._attempts = attempts
        self._accepts = accepts
        self._handlers = Handlers(reader)
        self._frames = dict(entered.statements)
        body = entered.function.node.body
        self._order = Order(body if isinstance(body, list) else [])

    def found(self) -> Iterator[Swallowed]:
        """Yield every handler that swallows a failure."""
        for statement, frame in self._frames.items():
            match statement:
                case ast.Try() | ast.TryStar():
                    yield from self._tried(statement, frame)
                case ast.With() | ast.AsyncWith():
                    yield from self._suppressed(statement, frame)

    def _tried(self, block: Tried, frame: Frame) -> Iterator[Swallowed]:
        inside = self._inside(block.body, frame)
        left = inside
        for handler in block.handlers:
            caught = [one for one in left if catches(self._reader, handler.type, frame, parsing=one.parsing)]
            left = [one for one in left if not exhausts(self._reader, handler.type, frame, parsing=one.parsing)]
            at = self._frames.get(handler.body[0], frame)
            quiet = self._handlers.quiet(handler.body, at, handler.name or "") if caught else None
            instead = None if quiet is None else self._instead(block, quiet, at)
            if instead is not None:
                yield Swallowed(handler, frame, caught[0], instead)

    def _suppressed(self, block: ast.With | ast.AsyncWith, frame: Frame) -> Iterator[Swallowed]:
        """`with suppress(ValueError)` is `except ValueError: pass`."""
        inside = self._inside(block.body, frame)
        for item in block.items:
            call = item.context_expr
            if not isinstance(call, ast.Call) or not inside:
                continue
            if self._reader.follow(Expr(call.func, frame)) != Outside("contextlib.suppress"):
                continue
            caught = [
                one
                for one in inside
                if any(catches(self._reader, arg, frame, parsing=one.parsing) for arg in call.args)
            ]
            instead = self._instead(block, Quiet((Ending("falls"),)), frame) if caught else None
            if instead is not None:
                yield Swallowed(call, frame, caught[0], instead)

    def _inside(self, body: list[ast.stmt], frame: Frame) -> list[Attempt]:
        """The attempts in a `try`, those left out that an inner `try` has dealt with."""
        dealt: set[ast.AST] = set()
        nodes = list(own_nodes(body))
        for node in nodes:
            if isinstance(node, ast.Try | ast.TryStar) and any(
                catches_all(self._reader, handler.type, frame) and not raises(handler.body) for handler in node.handlers
            ):
                dealt.update(own_nodes(node.body))
        found = [self._attempts[node] for node in nodes if node in self._attempts and node not in dealt]
        return list(dict.fromkeys(found))

    def _instead(self, block: ast.stmt, quiet: Quiet, frame: Frame) -> str | None:
        """Return what happens instead of the failure's being told; None where somebody notices it."""
        said = [self._ending(block, quiet, ending, frame) for ending in quiet.endings]
        return next((text for text in said if text), None)

    def _ending(self, block: ast.stmt, quiet: Quiet, ending: Ending, frame: Frame) -> str | None:
        if ending.how == "return":
            if not self._accepts(ending.value, frame):
                return None
            shown = "nothing" if ending.value is None else f"`{frame.module.segment(ending.value)}`"
            return f"returns {shown}"
        loop = self._order.loop_around(block)
        if ending.how == "falls":
            way = self._scan(list(self._order.following(block, until=loop)), block, quiet)
            if way is not _Way.THROUGH:
                return _said(quiet) if way is _Way.HIDDEN else None
        if loop is None:
            return _said(quiet) if ending.how == "falls" and self._accepts(None, frame) else None
        return self._behind_round(block, loop, quiet, frame, leaves=ending.how == "break")

    def _behind_round(self, block: ast.stmt, loop: Loop, quiet: Quiet, frame: Frame, *, leaves: bool) -> str | None:
        """A round is over: the next one tries again, or takes the next item."""
        outer = self._order.loop_around(loop)
        rest = [*([] if leaves else loop.orelse), *self._order.following(loop, until=outer)]
        if self._goes_over_items(loop, block):
            if raises(rest):
                return None
            return "puts a default in the place of the item" if quiet.adds or quiet.defaults else "drops the item"
        if isinstance(loop, ast.While) and not leaves and isinstance(loop.test, ast.Constant):
            return None
        way = self._scan(rest, block, quiet)
        if way is _Way.THROUGH and outer is not None:
            return self._behind_round(loop, outer, quiet, frame, leaves=False)
        hidden = way is _Way.HIDDEN or (way is _Way.THROUGH and self._accepts(None, frame))
        return _said(quiet) if hidden else None

    def _goes_over_items(self, loop: Loop, block: ast.stmt) -> bool:
        """Whether each round is about something else, so that the next one is no other attempt."""
        if isinstance(loop, ast.While):
            return False
        tried = block.body if isinstance(block, Tried | ast.With | ast.AsyncWith) else [block]
        read = names_read(tried)
        if names_bound(loop.target) & read:
            return True
        counts = isinstance(loop.iter, ast.Call) and getattr(loop.iter.func, "id", "") == "range"
        made = {name for statement in loop.body if statement is not block for name in names_bound(statement)}
        return not counts and bool(made & read)

    def _scan(self, statements: list[ast.stmt], block: ast.stmt, quiet: Quiet) -> _Way:
        if raises(statements):
            return _Way.NOTICED
        if quiet.defaults and quiet.defaults & names_read(statements):
            return _Way.HIDDEN
        for statement in statements:
            if any(node in self._attempts for node in own_nodes(statement)):
                return _Way.NOTICED
            if isinstance(statement, ast.Return):
                hidden = self._hides(statement, block, quiet)
                return _Way.HIDDEN if hidden else _Way.NOTICED
        return _Way.THROUGH

    def _hides(self, statement: ast.Return, block: ast.stmt, quiet: Quiet) -> bool:
        """Whether what is returned on the way of a failure has nothing of the model."""
        frame = self._frames[statement]
        value = statement.value
        if value is None or self._handlers.default(value, frame, ""):
            return self._accepts(value, frame)
        names = [node for node in own_nodes(value) if isinstance(node, ast.Name)]
        return bool(names) and all(self._left(name, frame, block) for name in names)

    def _left(self, name: ast.Name, frame: Frame, block: ast.stmt) -> bool:
        """Whether a name, as it is without what was tried, stands for nothing that a model wrote."""
        tried = any(name.id in names_bound(statement) for statement in getattr(block, "body", []))
        found = lookup(self._reader, name, self._frames[block] if tried else frame)
        found = [one for one in found if not isinstance(one, Unknown)]
        written = any(isinstance(mark, Model) for one in found for mark in self._tracer.at(one))
        return bool(found) and not written


def _said(quiet: Quiet) -> str:
    if quiet.defaults or quiet.adds:
        return "goes on with a default"
    return "writes to a log and goes on" if quiet.logs else "goes on as if nothing had happened"
