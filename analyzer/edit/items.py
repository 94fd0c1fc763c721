"""What stands between two brackets, separated by commas: arguments, entries of lists and dicts, imported names.

Items are added and taken out with the commas, lines and comments that their author would want. It doesn't know what
they mean.
"""

import ast
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import NamedTuple

from analyzer.finding import Edit
from analyzer.source.module import Module
from chaindsl.graph.place import Place

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_SPACE = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT})
_INDENT = "    "


class Spot(NamedTuple):
    """A line and a column, both 1-based."""

    line: int
    column: int


class Item(NamedTuple):
    """From where to where an item reaches, its own parentheses included, and where the comma behind it stands."""

    start: Spot
    end: Spot
    comma: Spot | None


@dataclass(frozen=True)
class Items:
    """The items between an opening and a closing bracket."""

    module: Module
    opening: Spot
    closing: Spot
    items: tuple[Item, ...]

    def added(self, text: str) -> tuple[Edit, ...]:
        """Add an item behind the last one: on a line of its own where the last one has one."""
        if not self.items:
            return (self._insert(Spot(self.opening.line, self.opening.column + 1), text),)
        last = self.items[-1]
        behind = last.end if last.comma is None else Spot(last.comma.line, last.comma.column + 1)
        if behind.line == self.closing.line or not self._has_lines():
            return (self._insert(behind, f", {text}" if last.comma is None else f" {text},"),)
        end = Spot(behind.line, len(self._line(behind.line)) + 1)
        own = f"\n{self._indent(last.start.line)}{text}"
        if last.comma is not None:
            return (self._insert(end, f"{own},"),)
        return (self._insert(behind, f",{own}"),) if end == behind else (
            self._insert(behind, ","), self._insert(end, own))  # fmt: skip

    def put(self, number: int, text: str) -> tuple[Edit, ...]:
        """Put an item before the one with this number: on a line of its own where that one has one."""
        item = self.items[number]
        alone = item.comma is not None and self._alone(item.start, Spot(item.comma.line, item.comma.column + 1))
        return (self._insert(item.start, f"{text},\n{self._indent(item.start.line)}" if alone else f"{text}, "),)

    def removed(self, number: int) -> tuple[Edit, ...]:
        """Take an item out, with its comma, and with its lines and the comment behind it where these are its own."""
        item = self.items[number]
        behind = item.end if item.comma is None else Spot(item.comma.line, item.comma.column + 1)
        if self._alone(item.start, behind):
            return (self._cut(Spot(item.start.line, 1), Spot(behind.line + 1, 1)),)
        if number + 1 < len(self.items) and self.items[number + 1].start.line == behind.line:
            return (self._cut(item.start, self.items[number + 1].start),)
        before = self.items[number - 1].end if number else None
        if before is not None and before.line == item.start.line:
            # The comma before it goes; the one behind it, if any, then ends what is left.
            return (self._cut(before, item.end),)
        return (self._cut(item.start, behind),)

    def _has_lines(self) -> bool:
        """Whether each item starts a line, so that a new one gets one as well."""
        last = self.items[-1].start
        return not self._line(last.line)[: last.column - 1].strip()

    def _alone(self, start: Spot, end: Spot) -> bool:
        """Whether nothing but a comment stands beside a span on its lines."""
        rest = self._line(end.line)[end.column - 1 :].strip()
        return not self._line(start.line)[: start.column - 1].strip() and (not rest or rest.startswith("#"))

    def _indent(self, line: int) -> str:
        text = self._line(line)
        return text[: len(text) - len(text.lstrip())]

    def _line(self, number: int) -> str:
        return self.module.lines[number - 1]

    def _insert(self, at: Spot, text: str) -> Edit:
        return self._edit(at, at, text)

    def _cut(self, start: Spot, end: Spot) -> Edit:
        return self._edit(start, end, "")

    def _edit(self, start: Spot, end: Spot, text: str) -> Edit:
        return Edit(Place(self.module.file, *start, *end), text)


def items(module: Module, node: ast.expr | ast.ImportFrom) -> Items | None:
    """Return what stands between the last pair of brackets of a node; None where it does not end in one."""
    place = module.place(node)
    tokens = list(_tokens(module, place))
    if not tokens or tokens[-1].string not in _CLOSING:
        return None
    depth = 0
    for number in range(len(tokens) - 1, -1, -1):
        depth += (tokens[number].string in _CLOSING) - (tokens[number].string in _OPENING)
        if depth == 0:
            found = tuple(_split(tokens[number + 1 : -1], place))
            return Items(module, _start(tokens[number], place), _start(tokens[-1], place), found)
    return None


def _tokens(module: Module, place: Place) -> Iterator[tokenize.TokenInfo]:
    """The tokens of a span that mean something; none after the end of a statement, where the span has one in it."""
    lines = module.lines[place.line - 1 : place.end_line]
    if not lines:
        return
    lines[-1] = lines[-1][: place.end_column - 1]
    lines[0] = lines[0][place.column - 1 :]
    try:
        for token in tokenize.generate_tokens(StringIO("\n".join(lines)).readline):
            if token.type == tokenize.NEWLINE:
                return
            if token.type not in _SPACE:
                yield token
    except (tokenize.TokenError, SyntaxError):
        # Half an expression by itself need not be one.
        return


def _split(tokens: Sequence[tokenize.TokenInfo], place: Place) -> Iterator[Item]:
    depth, first, last = 0, None, None
    for token in tokens:
        if token.type == tokenize.OP and token.string == "," and not depth:
            if first is not None and last is not None:
                yield Item(_start(first, place), _end(last, place), _start(token, place))
            first = last = None
            continue
        depth += (token.string in _OPENING) - (token.string in _CLOSING)
        first, last = first or token, token
    if first is not None and last is not None:
        yield Item(_start(first, place), _end(last, place), None)


def _start(token: tokenize.TokenInfo, place: Place) -> Spot:
    return _spot(*token.start, place)


def _end(token: tokenize.TokenInfo, place: Place) -> Spot:
    return _spot(*token.end, place)


def _spot(line: int, offset: int, place: Place) -> Spot:
    return Spot(place.line + line - 1, offset + (place.column if line == 1 else 1))
