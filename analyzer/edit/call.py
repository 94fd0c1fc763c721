"""One call as it is written: arguments are added to it, replaced and taken out of it."""

import ast
from dataclasses import dataclass
from functools import cached_property

from analyzer.edit.items import Items, items
from analyzer.finding import Edit
from analyzer.source.module import Module


@dataclass(frozen=True)
class CallSite:
    """A call in a module."""

    module: Module
    node: ast.Call

    @property
    def spreads(self) -> bool:
        """Whether some of its arguments are unpacked, so that it can't be seen what they are."""
        starred = any(isinstance(argument, ast.Starred) for argument in self.node.args)
        return starred or any(keyword.arg is None for keyword in self.node.keywords)

    def value(self, name: str, position: int | None = None) -> ast.expr | None:
        """Return what is given for a parameter, by its name or at its position; None where that is not written here."""
        for keyword in self.node.keywords:
            if keyword.arg == name:
                return keyword.value
        if position is None or self.spreads or position >= len(self.node.args):
            return None
        return self.node.args[position]

    def given(self, name: str, text: str) -> tuple[Edit, ...]:
        """Give a parameter a value by its name, in the place of a literal; no edits where that can't be done."""
        held = self.value(name)
        if held is not None:
            return (self.replaced(held, text),) if isinstance(held, ast.Constant) else ()
        inner = None if self.spreads or self._generates else self._items
        return () if inner is None else inner.added(f"{name}={text}")

    def without(self, argument: ast.expr) -> tuple[Edit, ...]:
        """Take an argument out, with its name if it has one; no edits where that can't be done."""
        parts: list[ast.expr | ast.keyword] = [*self.node.args, *self.node.keywords]
        parts.sort(key=lambda part: (part.lineno, part.col_offset))
        values = [part.value if isinstance(part, ast.keyword) else part for part in parts]
        inner = self._items
        if inner is None or len(inner.items) != len(values) or argument not in values:
            return ()
        return inner.removed(values.index(argument))

    def replaced(self, node: ast.expr, text: str) -> Edit:
        """Replace an expression in it."""
        return Edit(self.module.place(node), text)

    @property
    def _generates(self) -> bool:
        """Whether its one argument is a generator without brackets of its own."""
        return len(self.node.args) == 1 and isinstance(self.node.args[0], ast.GeneratorExp)

    @cached_property
    def _items(self) -> Items | None:
        return items(self.module, self.node)
