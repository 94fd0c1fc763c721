"""Which words a function is written with, it and whatever of its module these words may lead to.

What it does not speak of it does not do, which is told from text alone, long before anything is followed. A word in a
comment counts as well: what is looked into in vain costs a little.
"""

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from unicodedata import normalize

from analyzer.facts.body.known import known
from analyzer.source.binding import Assigned, Augmented, Binding, Defined, Imported
from analyzer.source.definition import Activation, Frame, Function, Outside
from analyzer.source.module import Module
from analyzer.source.names import imported
from analyzer.source.reader import Reader
from analyzer.source.scope import Scope, ScopeKind
from analyzer.source.tree import walk

_WORD = re.compile(r"\w+")
_SPACED = bytes(code if chr(code).isalnum() or code == ord("_") else ord(" ") for code in range(128)).ljust(256)
"""Leaves of an ASCII text its words alone, which is several times faster than to look for them."""
_BRACE = "{"
"""What sets are written with."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)
_SETS = (ast.Set, ast.SetComp)


@dataclass(frozen=True, slots=True, eq=False)
class _Spoken:
    """The words, and the nodes that they stand in or lead to."""

    words: frozenset[str]
    nodes: tuple[ast.AST, ...]


def speaks_of(reader: Reader, function: Function, words: Collection[str]) -> bool:
    """Say whether a function may speak of one of these words; only what does not is sure."""
    spoken = _spoken_by(reader, function)
    return spoken is None or not spoken.words.isdisjoint(words)


def speaks_alone(reader: Reader, function: Function, words: Collection[str]) -> bool:
    """Say whether nothing that a function leads to can speak of these words, functions inside it included."""
    spoken = _spoken_by(reader, function)
    scope = function.frame.activation.scope
    if spoken is None or "lambda" in _words(scope.module, function.node):
        return False
    for part in spoken.nodes:
        links = None if part is function.node else _links(reader, scope, part)
        if links is not None and not links.words.isdisjoint(words):
            return False
    inner = scope.inner(function.node)
    return not any(isinstance(statement, _DEFINITIONS) for statement, _ in inner.contents.statements)


def leads_nowhere(reader: Reader, scope: Scope) -> bool:
    """Say whether a function of a module certainly enters no function of the project, itself included."""
    found: dict[Scope, bool] = known(reader, "leads nowhere")
    if scope not in found:
        found[scope] = _leads_nowhere(reader, scope)
    return found[scope]


def _leads_nowhere(reader: Reader, scope: Scope) -> bool:
    node, around = scope.node, scope.parent
    if not isinstance(node, _FUNCTIONS) or around is None:
        return False
    for one in ast.walk(node):
        if (isinstance(one, ast.Name) and one.id == node.name) or (isinstance(one, _FUNCTIONS) and one is not node):
            return False
    spoken = _spoken_by(reader, Function(node, Frame(Activation(around), scope.contents.start)))
    if spoken is None or not spoken.words.isdisjoint(("lambda", "class")):
        return False
    return all(part is node or isinstance(part, ast.expr) for part in spoken.nodes)


def displays_sets(reader: Reader, function: Function) -> bool:
    """Say whether a function may write out sets, in braces; only what does not is sure."""
    spoken = _spoken_by(reader, function)
    if spoken is None:
        return True
    module = function.frame.module
    return _BRACE in spoken.words and any(_displays(module, part) for part in spoken.nodes)


def _displays(module: Module, part: ast.AST) -> bool:
    kept: dict[ast.AST, bool] = module.kept.setdefault("displays", {})
    if part not in kept:
        kept[part] = _BRACE in _words(module, part) and any(isinstance(node, _SETS) for node in walk(part))
    return kept[part]


def _spoken_by(reader: Reader, function: Function) -> _Spoken | None:
    """The words of a function; None where it may lead out of its module, or into another function's names."""
    found: dict[ast.AST, _Spoken | None] = known(reader, "spoken")
    if function.node not in found:
        found[function.node] = _spoken(reader, function)
    return found[function.node]


def _spoken(reader: Reader, function: Function) -> _Spoken | None:
    scope = function.frame.activation.scope
    if scope.kind is not ScopeKind.MODULE or scope.contents.stars:
        return None
    spoken: set[str] = set()
    nodes: dict[ast.AST, None] = {function.node: None}
    waiting: list[ast.AST] = [function.node]
    while waiting:
        links = _links(reader, scope, waiting.pop())
        if links is None:
            return None
        spoken |= links.words
        waiting += [node for node in links.nodes if node not in nodes]
        nodes.update(dict.fromkeys(links.nodes))
    return _Spoken(frozenset(spoken), tuple(nodes))


def _links(reader: Reader, scope: Scope, node: ast.AST) -> _Spoken | None:
    """The words of one node, those included by which what it imports is known outside, and the nodes they lead to.

    None where they may lead out of the module.
    """
    found: dict[ast.AST, _Spoken | None] = known(reader, "links")
    if node not in found:
        found[node] = _linked(reader, scope, _words(scope.module, node))
    return found[node]


def _linked(reader: Reader, scope: Scope, words: frozenset[str]) -> _Spoken | None:
    if "import" in words:
        return None
    nodes: list[ast.AST] = []
    outside: set[str] = set()
    for binding in _bindings(scope, words):
        origin = binding.origin
        if isinstance(origin, Imported):
            names = _outside(reader, scope, origin)
            if not names:
                return None
            outside |= names
        elif isinstance(origin, Defined):
            nodes.append(origin.node)
        elif isinstance(origin, Assigned | Augmented):
            nodes.append(origin.value)
    return _Spoken(words | outside, tuple(nodes))


def _outside(reader: Reader, scope: Scope, origin: Imported) -> frozenset[str]:
    """The words of an import from outside the project; none for any other."""
    found: dict[Imported, frozenset[str]] = known(reader, "words of imports")
    if origin not in found:
        what = imported(reader, origin, reader.module_frame(scope.module))
        found[origin] = frozenset(what.name.split(".")) if isinstance(what, Outside) else frozenset()
    return found[origin]


def _bindings(scope: Scope, words: frozenset[str]) -> Iterator[Binding]:
    """What the module binds these words to."""
    bindings = scope.contents.bindings
    return (binding for word in bindings.keys() & words for binding in bindings[word])


def _words(module: Module, node: ast.AST) -> frozenset[str]:
    """The words on the lines of a node, decorators apart, as Python reads them."""
    kept: dict[ast.AST, frozenset[str]] = module.kept.setdefault("words of", {})
    if node not in kept:
        first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or len(module.lines)
        text = "\n".join(module.lines[first - 1 : last])
        words = ascii_words(text) if text.isascii() else _WORD.findall(normalize("NFKC", text))
        kept[node] = frozenset([*words, _BRACE] if _BRACE in text else words)
    return kept[node]


def ascii_words(text: str) -> list[str]:
    """Return the words of an ASCII text, in order."""
    return text.encode().translate(_SPACED).decode().split()
