"""Scopes: modules, classes, functions, lambdas and comprehensions, and how they lie in each other."""

import ast
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from analyzer.source.contents import Contents
from analyzer.source.module import Module
from analyzer.source.tree import Comprehension


class ScopeKind(Enum):
    """What a scope belongs to."""

    MODULE = 0
    CLASS = 1
    FUNCTION = 2
    LOCAL = 3
    """A comprehension: its variables, evaluated where it stands."""


@dataclass(eq=False)
class Scope:
    """A module, class, function, lambda or comprehension with its names."""

    node: ast.AST
    kind: ScopeKind
    module: Module
    parent: "Scope | None" = None
    qualname: str = ""
    _inner: "dict[ast.AST, Scope]" = field(default_factory=dict)

    @cached_property
    def contents(self) -> Contents:
        """Everything its statements bind."""
        return Contents(self.node, self.module)

    def inner(self, node: ast.AST) -> "Scope":
        """Return the scope of a definition that stands directly in this one."""
        if node not in self._inner:
            kind = _kind(node)
            self._inner[node] = Scope(node, kind, self.module, self, self.inner_name(getattr(node, "name", "")))
        return self._inner[node]

    def inner_name(self, name: str) -> str:
        """Return the qualified name of something called `name` in this scope."""
        owner = self
        while owner.kind is ScopeKind.LOCAL and owner.parent is not None:
            owner = owner.parent
        match owner.kind:
            case ScopeKind.MODULE:
                return name
            case ScopeKind.CLASS:
                return f"{owner.qualname}.{name}"
        return f"{owner.qualname}.<locals>.{name}"


def _kind(node: ast.AST) -> ScopeKind:
    if isinstance(node, ast.ClassDef):
        return ScopeKind.CLASS
    return ScopeKind.LOCAL if isinstance(node, Comprehension) else ScopeKind.FUNCTION


def module_scope(module: Module) -> Scope:
    """Return the scope of a module, the same one each time."""
    if "scope" not in module.kept:
        module.kept["scope"] = Scope(module.tree, ScopeKind.MODULE, module)
    scope: Scope = module.kept["scope"]
    return scope
