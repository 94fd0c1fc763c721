"""Where a value inside a body comes from: a model, a key, an actor, a tool; and what decides its size.

A value comes from whatever it is built of. Conditions do not count, and neither does what only picks from a constant
table. Numbers read from a text, lengths, comparisons and members of enums carry nothing on. Where a name may have
several values all of them count, so that no origin is missed for want of a path.
"""

import ast
from collections.abc import Mapping

from analyzer.facts.body.known import known
from analyzer.facts.body.origin_query import NOWHERE, Key, Origins, Query
from analyzer.source.definition import Definition, Expr, Frame, Function
from analyzer.source.reader import Reader

__all__ = ["NOWHERE", "Origins", "Tracer"]


class Tracer:
    """Traces values, or with `sizes` the numbers of their items; all of one reading share their answers."""

    def __init__(self, reader: Reader, *, sizes: bool = False) -> None:
        self._reader = reader
        self._values = Tracer(reader).of if sizes else None
        self._known: dict[Key, Origins] = known(reader, "sizes" if sizes else "values")

    def _query(self) -> Query:
        return Query(self._reader, self._known, self._values)

    def returned(self, function: Function, given: Mapping[str, Definition]) -> Origins:
        """Return the origins of what a function hands back when its parameters are given these."""
        query = self._query()
        query.enter(function, given, None)
        return query.answer()

    def of(self, node: ast.expr | None, frame: Frame) -> Origins:
        """Return the origins of an expression."""
        if node is None:
            return NOWHERE
        key = (node, frame.activation)
        if key not in self._known:
            query = self._query()
            query.add(node, frame)
            self._known[key] = query.answer()
        return self._known[key]

    def at(self, definition: Definition) -> Origins:
        """Return the origins of something that was followed, or is still to be followed."""
        if isinstance(definition, Expr):
            return self.of(definition.node, definition.frame)
        query = self._query()
        query.definition(definition)
        return query.answer()
