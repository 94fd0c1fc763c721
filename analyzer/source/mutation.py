"""Lists, dicts and attributes that may change after they were made, found by the names they are changed through.

It errs on the side of change: a name is enough, whatever it is bound to.
"""

import ast
from dataclasses import dataclass, field

from analyzer.source.definition import Expr, Function, Outside
from analyzer.source.module import Module
from analyzer.source.reader import Reader
from analyzer.source.scope import Scope, ScopeKind
from analyzer.source.tree import Callable_, children
from analyzer.source.words import words

_MUTATORS_TEXT = (
    "append extend insert remove pop clear sort reverse update setdefault popitem add discard "
    "difference_update intersection_update symmetric_difference_update __setitem__ __delitem__ __iadd__ "
    "__ior__"
)
_MUTATORS = frozenset(_MUTATORS_TEXT.split())
_PURE_TEXT = (
    "len list tuple dict set frozenset sorted print repr str enumerate zip reversed max min sum any all "
    "isinstance range map filter iter bool type id"
)
_PURE = frozenset(_PURE_TEXT.split())
_ASIDE = frozenset({"self", "cls"})
Nest = tuple[ast.AST, ...]
"""The definitions that something stands in, outermost first."""


@dataclass
class Changes:
    """What a module changes: names, attributes, names it hands to calls, gives other names, or returns."""

    names: dict[str, list[Nest]] = field(default_factory=dict)
    aliases: dict[str, list[tuple[Nest, str]]] = field(default_factory=dict)
    augmented: set[str] = field(default_factory=set)
    returned: dict[str, list[Nest]] = field(default_factory=dict)
    handed: dict[str, list[tuple[Nest, ast.Call]]] = field(default_factory=dict)
    attributes: set[str] = field(default_factory=set)


def stored(module: Module, attribute: str) -> bool:
    """Say whether a module changes an attribute of that name of something other than `self`."""
    return attribute in _changes(module, attribute).attributes


def mutated(reader: Reader, scope: Scope, name: str) -> bool:
    """Say whether what a name is bound to, seen from a scope, may be changed in place."""
    owner = _owner(scope, name)
    return reader.once(("mutated", owner, name), lambda: _mutated(reader, owner, name), lambda: True)


def _mutated(reader: Reader, owner: Scope, name: str) -> bool:
    changes = _changes(owner.module, name)
    if any(_within(owner, nest, name) for nest in changes.names.get(name, ())):
        return True
    for nest in changes.returned.get(name, ()):
        if _within(owner, nest, name) and (nest[-1] is not owner.node or name in _parameters(owner.node)):
            return True
    for nest, alias in changes.aliases.get(name, ()):
        if _within(owner, nest, name) and (
            alias in _changes(owner.module, alias).augmented or mutated(reader, _innermost(owner, nest), alias)
        ):
            return True
    handed = changes.handed.get(name, ())
    return any(_within(owner, nest, name) and _harms(reader, owner, call, name) for nest, call in handed)


def _owner(scope: Scope, name: str) -> Scope:
    while name not in scope.contents.bindings and scope.parent is not None:
        scope = scope.parent
    return scope


def _innermost(owner: Scope, nest: Nest) -> Scope:
    """The scope of the innermost definition that something stands in, as far as it lies in `owner`."""
    return _scopes(owner, nest)[-1]


def _scopes(owner: Scope, nest: Nest) -> list[Scope]:
    found = [owner]
    for node in nest[nest.index(owner.node) + 1 :] if owner.node in nest else nest:
        found.append(found[-1].inner(node))
    return found


def _within(owner: Scope, nest: Nest, name: str) -> bool:
    """Say whether a name means in `nest` what `owner` binds it to."""
    if owner.kind is not ScopeKind.MODULE and owner.node not in nest:
        return False
    inner = _scopes(owner, nest)[1:]
    return not any(name in scope.contents.bindings and name not in scope.contents.declared for scope in inner)


def _parameters(node: ast.AST) -> list[str]:
    if not isinstance(node, Callable_):
        return []
    return [p.arg for p in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]


def _harms(reader: Reader, owner: Scope, node: ast.Call, name: str) -> bool:
    """Say whether a call that is handed a name may change what it is bound to."""
    if isinstance(node.func, ast.Name) and node.func.id in _PURE and _owner(owner, node.func.id).parent is None:
        return False
    called = reader.follow(Expr(node.func, reader.module_frame(owner.module)))
    if isinstance(called, Outside):
        return not called.name.startswith(("chaindsl.", "typing.", "copy."))
    if not isinstance(called, Function) or isinstance(called.node, ast.Lambda):
        return True
    inner = called.frame.activation.scope.inner(called.node)
    positional = [p.arg for p in (*called.node.args.posonlyargs, *called.node.args.args)]
    for index, argument in enumerate(node.args):
        if isinstance(argument, ast.Starred):
            return True
        if _is(argument, name) and (index >= len(positional) or mutated(reader, inner, positional[index])):
            return True
    named = [k.arg for k in node.keywords if _is(k.value, name)]
    return any(arg is not None and mutated(reader, inner, arg) for arg in named)


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _changes(module: Module, word: str) -> Changes:
    """What the statements that speak of a word change: all that is changed by that name is among it."""
    known: dict[str, Changes] = module.kept.setdefault("changes", {})
    if word not in known:
        known[word] = _scan(module, word)
    return known[word]


def _scan(module: Module, word: str) -> Changes:
    found = Changes()
    seen: set[ast.stmt] = set()
    for line in words(module).lines(word):
        for statement, nest in words(module).statements(line):
            if statement not in seen:
                seen.add(statement)
                _look(found, statement, nest)
    return found


def _look(found: Changes, statement: ast.stmt, around: Nest) -> None:
    """Note what a statement changes; those inside it speak for themselves."""
    stack: list[tuple[ast.AST, Nest]] = [(statement, around)]
    while stack:
        node, nest = stack.pop()
        _note(found, node, nest)
        if isinstance(node, Callable_ | ast.ClassDef):
            nest = (*nest, node)
        stack.extend((child, nest) for child in children(node) if not isinstance(child, ast.stmt))


def _note(found: Changes, node: ast.AST, nest: Nest) -> None:
    match node:
        case ast.Attribute():
            _attribute(found, node, nest)
        case ast.Subscript(ctx=ast.Store() | ast.Del(), value=value):
            _change(found, value, nest)
        case ast.Call():
            _handed(found, node, nest)
        case ast.AugAssign(target=ast.Name(id=name)):
            found.augmented.add(name)
        case ast.Return(value=ast.Name(id=name)):
            found.returned.setdefault(name, []).append(nest)
        case _:
            _renamed(found, node, nest)


def _handed(found: Changes, node: ast.Call, nest: Nest) -> None:
    for argument in (*node.args, *(k.value for k in node.keywords if k.arg)):
        if isinstance(argument, ast.Name):
            found.handed.setdefault(argument.id, []).append((nest, node))


def _renamed(found: Changes, node: ast.AST, nest: Nest) -> None:
    for alias, target in _aliases(node):
        if isinstance(alias, ast.Name) and isinstance(target, ast.Name):
            found.aliases.setdefault(alias.id, []).append((nest, target.id))
        elif isinstance(alias, ast.Name):
            found.names.setdefault(alias.id, []).append(nest)


def _attribute(found: Changes, node: ast.Attribute, nest: Nest) -> None:
    if isinstance(node.ctx, ast.Load):
        if node.attr in _MUTATORS:
            _change(found, node.value, nest)
        return
    if not (isinstance(node.value, ast.Name) and node.value.id in _ASIDE):
        found.attributes.add(node.attr)
    _change(found, node.value, nest)


def _aliases(node: ast.AST) -> list[tuple[ast.expr | None, ast.expr | None]]:
    """What gets a second name, another way to change it, each with that name if it is a plain one."""
    match node:
        case ast.Assign(value=ast.Tuple(elts=values)):
            return [(value, None) for value in values]
        case ast.Assign(value=value, targets=targets):
            return [(value, target) for target in targets]
        case ast.AnnAssign(value=ast.expr() as value, target=target) | ast.NamedExpr(value=value, target=target):
            return [(value, target)]
        case ast.Yield(value=value):
            return [(value, None)]
        case ast.arguments():
            return [(value, None) for value in (*node.defaults, *node.kw_defaults)]
    return []


def _change(found: Changes, node: ast.expr, nest: Nest) -> None:
    """Everything on the way to what is changed counts as changed."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            found.attributes.add(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        found.names.setdefault(node.id, []).append(nest)
