"""Which failures an `except` clause catches, as far as model calls and parsing are concerned. A table of exceptions."""

import ast

from analyzer.source.definition import Expr, Frame, Outside
from analyzer.source.reader import Reader

_BROAD = frozenset({"builtins.Exception", "builtins.BaseException"})
_ASIDE_TEXT = (
    "KeyboardInterrupt SystemExit GeneratorExit StopIteration StopAsyncIteration ImportError ModuleNotFoundError "
    "FileNotFoundError FileExistsError PermissionError IsADirectoryError NotADirectoryError NameError RecursionError "
    "ZeroDivisionError NotImplementedError"
)
_ASIDE = frozenset(f"builtins.{name}" for name in _ASIDE_TEXT.split()) | frozenset(
    {"asyncio.CancelledError", "sqlite3.Error", "sqlite3.OperationalError", "queue.Empty"}
)
"""What neither a model's failure nor a text that can't be parsed raises."""
_LOCAL = frozenset(
    f"builtins.{name}" for name in ("KeyError", "IndexError", "LookupError", "AttributeError", "TypeError")
)
"""What looking into a parsed value raises, and calling a model does not."""


_READING = frozenset(
    {"json.JSONDecodeError", "json.decoder.JSONDecodeError", "pydantic.ValidationError", "decimal.InvalidOperation"}
    | {"xml.etree.ElementTree.ParseError", "yaml.YAMLError", "tomllib.TOMLDecodeError", "builtins.SyntaxError"}
)
"""What only reading raises."""


def catches(reader: Reader, node: ast.expr | None, frame: Frame, *, parsing: bool) -> bool:
    """Say whether a clause catches the failure of a model call, or with `parsing` of a parse."""
    return any(_one(name, parsing=parsing) for name in _names(reader, node, frame))


def exhausts(reader: Reader, node: ast.expr | None, frame: Frame, *, parsing: bool) -> bool:
    """Say whether a clause leaves nothing of such a failure to those behind it."""
    last = _BROAD | _READING | {"builtins.ValueError"} if parsing else _BROAD
    return not last.isdisjoint(_names(reader, node, frame))


def catches_all(reader: Reader, node: ast.expr | None, frame: Frame) -> bool:
    """Say whether a clause catches every exception."""
    return not _BROAD.isdisjoint(_names(reader, node, frame))


def _names(reader: Reader, node: ast.expr | None, frame: Frame) -> list[str]:
    """The exceptions' dotted names; empty for those of the project and of unknown packages."""
    if node is None:
        return ["builtins.BaseException"]
    found = reader.follow(Expr(node, frame))
    if isinstance(found, Expr) and isinstance(found.node, ast.Tuple):
        return [name for part in found.node.elts for name in _names(reader, part, found.frame)]
    return [found.name if isinstance(found, Outside) else ""]


def _one(name: str, *, parsing: bool) -> bool:
    if name in _ASIDE:
        return False
    return parsing or name not in _LOCAL | _READING
