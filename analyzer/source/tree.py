"""From text to a syntax tree, and walks over trees of any depth without recursion."""

import ast
import gc
import warnings
from collections.abc import Iterator

from analyzer.source.trouble import Trouble, TroubleError

Callable_ = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
"""The nodes that have parameters and a body of their own."""
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

_NO_CODE = frozenset({"ctx", "op", "ops", "id", "attr", "arg", "module", "level", "asname", "kind", "conversion"})
"""Fields of nodes that hold no code."""
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}
"""The other fields, by the kind of node."""


def parse(text: str) -> ast.Module:
    """Parse a module. Raises TroubleError for whatever Python's own parser refuses.

    Warnings about the text (invalid escapes) are not ours to give, and the garbage collector has nothing to find while
    a tree grows: without it parsing is a fifth faster.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        raise TroubleError(Trouble.SYNTAX, error.msg, error.lineno or 1, max(error.offset or 1, 1)) from None
    except (RecursionError, MemoryError):
        raise TroubleError(Trouble.TOO_DEEP, "nested too deeply to be parsed") from None
    except UnicodeError:
        raise TroubleError(Trouble.ENCODING, "characters that are no text") from None
    except ValueError as error:
        raise TroubleError(Trouble.SYNTAX, str(error)) from None
    finally:
        if collecting:
            gc.enable()


def parse_expression(text: str, like: ast.expr) -> ast.expr | None:
    """Parse an expression that stands in a string, as annotations do; every node gets the string's own place."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in walk(tree):
        if isinstance(node, ast.expr | ast.keyword):
            ast.copy_location(node, like)
    return tree


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes directly inside this one, in the order of the source; no operators, and not how names are used.

    Half of all nodes are of these kinds, and nothing is inside of them.
    """
    kind = type(node)
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = () if kind is ast.Constant else tuple(n for n in node._fields if n not in _NO_CODE)
    found: list[ast.AST] = []
    for name in names:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield this node and every node inside it, outermost first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def is_generator(function: Callable_) -> bool:
    """Say whether a function yields, nested functions apart."""
    body: list[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else list(function.body)
    while body:
        node = body.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, Callable_ | ast.ClassDef):
            body.extend(children(node))
    return False
