"""What an `except` handler does with a failure: tells it on, or hides it behind a default or a line in the log.

A handler is quiet if all it does is to log, to wait, and to put constants in the place of what failed. Anything else
(raising, trying again, noting the failure somewhere) is taken to tell it on.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analyzer.facts.body.marks import Argument, Keyed, mark_in
from analyzer.source.definition import Class, Expr, Frame, Member, Outside
from analyzer.source.reader import Reader
from analyzer.source.tree import children
from chaindsl.graph.unknown import Unknown

_LOGGING_TEXT = "debug info warning warn error exception critical log print write print_exc print_exception"
_LOGGING = frozenset(_LOGGING_TEXT.split())
_LOGGERS = ("logging.", "warnings.", "traceback.", "structlog.", "loguru.", "sentry_sdk.", "click.echo", "typer.echo")
_LOG_NAMES_TEXT = "log logger logging _log _logger LOG LOGGER console warnings traceback st sentry_sdk span"
_LOG_NAMES = frozenset(_LOG_NAMES_TEXT.split())
_WAITING = frozenset({"time.sleep", "asyncio.sleep", "anyio.sleep", "trio.sleep", "gevent.sleep", "gc.collect"})
_ADDING = frozenset({"append", "add", "extend", "insert", "setdefault", "appendleft"})
_EMPTY = frozenset(f"builtins.{name}" for name in ("list", "dict", "set", "tuple", "str", "frozenset", "int", "float"))
_FAILING_WORDS = ("err", "fail", "invalid", "exception", "timeout", "abort")


@dataclass(frozen=True, slots=True)
class Ending:
    """One way out of a quiet handler: `falls`, `continue`, `break` or `return` with what is handed back."""

    how: str
    value: ast.expr | None = None


@dataclass(frozen=True, slots=True)
class Quiet:
    """A handler that tells nobody.

    `defaults` are the names that get a constant, `adds` says that one is put into a container, `logs` that it writes to
    a log.
    """

    endings: tuple[Ending, ...]
    defaults: frozenset[str] = frozenset()
    adds: bool = False
    logs: bool = False


class Handlers:
    """Judges handlers, as seen from one reading."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def quiet(self, body: Iterable[ast.stmt], frame: Frame, caught: str = "") -> Quiet | None:
        """Return what a quiet handler does; None for one that tells the failure on. `caught` names the exception."""
        found = Quiet((Ending("falls"),))
        for statement in body:
            one = self._statement(statement, frame, caught)
            if one is None:
                return None
            going_on = any(ending.how == "falls" for ending in found.endings)
            endings = (*(e for e in found.endings if e.how != "falls"), *(one.endings if going_on else ()))
            found = Quiet(endings, found.defaults | one.defaults, found.adds or one.adds, found.logs or one.logs)
        return found

    def _statement(self, statement: ast.stmt, frame: Frame, caught: str) -> Quiet | None:
        falls = (Ending("falls"),)
        match statement:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                return Quiet(falls)
            case ast.Continue() | ast.Break():
                return Quiet((Ending(type(statement).__name__.lower()),))
            case ast.Return(value=value) if value is None or self.default(value, frame, caught):
                return Quiet((Ending("return", value),))
            case ast.If(body=body, orelse=orelse):
                return self._either(self.quiet(body, frame, caught), self.quiet(orelse, frame, caught))
            case ast.Expr(value=ast.Call() | ast.Await() as value):
                return self._call(value.value if isinstance(value, ast.Await) else value, frame, caught)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                return self._assigns(statement, frame, caught)
        return None

    def _assigns(
        self, statement: ast.Assign | ast.AnnAssign | ast.AugAssign, frame: Frame, caught: str
    ) -> Quiet | None:
        falls = (Ending("falls"),)
        if isinstance(statement, ast.AugAssign):
            return Quiet(falls) if isinstance(statement.value, ast.Constant) else None
        if statement.value is None or not self.default(statement.value, frame, caught):
            return None
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return Quiet(falls, frozenset(name for target in targets for name in _names(target)))

    @staticmethod
    def _either(one: Quiet | None, other: Quiet | None) -> Quiet | None:
        if one is None or other is None:
            return None
        endings = tuple(dict.fromkeys((*one.endings, *other.endings)))
        return Quiet(endings, one.defaults | other.defaults, one.adds or other.adds, one.logs or other.logs)

    def _call(self, node: ast.expr, frame: Frame, caught: str) -> Quiet | None:
        if not isinstance(node, ast.Call):
            return None
        falls = (Ending("falls"),)
        found = self._reader.follow(Expr(node.func, frame))
        if isinstance(found, Outside) and found.name in _WAITING:
            return Quiet(falls)
        if self.logs(node, frame):
            return Quiet(falls, logs=True)
        func = node.func
        adds = isinstance(func, ast.Attribute) and func.attr in _ADDING
        if adds and all(self.default(arg, frame, "") for arg in node.args) and not _mentions(node, caught):
            return Quiet(falls, adds=True)
        return None

    def logs(self, node: ast.Call, frame: Frame) -> bool:
        """Say whether a call does nothing but write to a log."""
        found = self._reader.follow(Expr(node.func, frame))
        if isinstance(found, Outside) and (found.name == "builtins.print" or found.name.startswith(_LOGGERS)):
            return True
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in _LOGGING:
            return False
        owner = func.value
        while isinstance(owner, ast.Attribute | ast.Call):
            if isinstance(owner, ast.Attribute) and owner.attr in _LOG_NAMES:
                return True
            owner = owner.value if isinstance(owner, ast.Attribute) else owner.func
        return isinstance(owner, ast.Name) and owner.id in _LOG_NAMES

    def default(self, node: ast.expr, frame: Frame, caught: str) -> bool:
        """Say whether an expression says nothing of the failure: a constant, an empty container, an unchanged input.

        A text made of the exception counts, since nobody can tell it from an answer.
        """
        match node:
            case ast.Constant(value=value):
                return not isinstance(value, str) or " " in value or not _names_failure(value)
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return all(self.default(part, frame, "") for part in parts) and not _mentions(node, caught)
            case ast.Dict(keys=keys, values=values):
                named = [key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
                return not any(map(_names_failure, named)) and all(self.default(part, frame, "") for part in values)
            case ast.JoinedStr(values=parts):
                inner = [part.value for part in parts if isinstance(part, ast.FormattedValue)]
                return all(_names_in(part) <= {caught} or self.default(part, frame, caught) for part in inner)
            case ast.Call():
                return self._made(node, frame, caught)
            case ast.UnaryOp(operand=operand):
                return self.default(operand, frame, caught)
        return isinstance(node, ast.Name | ast.Attribute) and self._named(node, frame)

    def _made(self, node: ast.Call, frame: Frame, caught: str) -> bool:
        """An empty container, the exception as a text, or an object of constants."""
        made = self._reader.follow(Expr(node.func, frame))
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        if isinstance(made, Class):
            telling = _names_failure(made.node.name) or any(_names_failure(k.arg or "") for k in node.keywords)
            return not telling and bool(given) and all(self.default(part, frame, "") for part in given)
        if not isinstance(made, Outside) or made.name not in _EMPTY:
            return False
        return not given or (len(given) == 1 and _names_in(given[0]) <= {caught, "repr"})

    def _named(self, node: ast.expr, frame: Frame) -> bool:
        found = self._reader.follow(Expr(node, frame))
        if isinstance(mark_in(found), Keyed | Argument):
            return True
        value = self._reader.constant(found)
        if isinstance(value, Unknown):
            return False
        label = value.name if isinstance(value, Member) else value
        return not (isinstance(label, str) and _names_failure(label))


def _names_failure(label: str) -> bool:
    return any(word in label.lower() for word in _FAILING_WORDS)


def _names(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Subscript(value=ast.Name(id=name)) | ast.Attribute(value=ast.Name(id=name)):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _names(part)


def _names_in(node: ast.AST) -> set[str]:
    found: set[str] = set()
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, ast.Name):
            found.add(current.id)
        stack.extend(children(current))
    return found


def _mentions(node: ast.AST, name: str) -> bool:
    return bool(name) and name in _names_in(node)
