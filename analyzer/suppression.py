"""Which findings a file's own comments silence, and which of these comments silence nothing."""

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property

from analyzer.directive import Directive, directives
from analyzer.finding import Confidence, Edit, Finding, Fix, Severity
from analyzer.refusal import nearest
from chaindsl.graph.place import Place

CODE = "CD003"
NAME = "unused-suppression"


class Suppressions:
    """The comments of one file. Findings come first; what silenced none of them is asked for afterwards."""

    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._text = text
        self._directives = directives(text)
        self._used: set[tuple[int, str]] = set()

    def __bool__(self) -> bool:
        return bool(self._directives)

    def silences(self, finding: Finding) -> bool:
        """Whether a comment silences the finding. Every comment that does counts as used."""
        found = False
        for name in {finding.code, finding.name} & self._speaking.keys():
            reaching = self._speaking[name].reaching(finding.place, self._headers.around(finding.place.line))
            self._used.update((number, name) for number in reaching)
            found = found or bool(reaching)
        return found

    @cached_property
    def _speaking(self) -> dict[str, "_Speaking"]:
        """The comments by the names in them."""
        found: dict[str, _Speaking] = {}
        for number, directive in enumerate(self._directives):
            for name in directive.codes:
                found.setdefault(name, _Speaking()).add(number, directive)
        return found

    @cached_property
    def _headers(self) -> "_Headers":
        return _Headers(self._text)

    @cached_property
    def _lines(self) -> list[str]:
        return self._text.split("\n")

    def leftovers(self, names: Mapping[str, str], ran: frozenset[str]) -> Iterator[Finding]:
        """What is wrong with the comments: malformed, a code that is no rule's, or one that silences nothing.

        `names` are the names of all rules by code, `ran` the codes of those that looked at this file to its end: only
        these can be said to silence nothing.
        """
        codes = {name: code for code, name in names.items()} | {code: code for code in names}
        for number, directive in enumerate(self._directives):
            if directive.wrong:
                yield self._finding(directive, f"this suppression is malformed: {directive.wrong}")
            for name in directive.codes:
                if name not in codes:
                    hint = nearest(name, {*names, *names.values()})
                    yield self._finding(directive, f"this suppression names {name!r}, which is no rule", hint)
            idle = [
                name
                for name in directive.codes
                if codes.get(name) in ran and codes[name] != CODE and (number, name) not in self._used
            ]
            if idle:
                silent = ", ".join(idle)
                fix = self._without(directive, idle)
                yield self._finding(directive, f"this suppression of {silent} silences nothing", "delete it", fix)

    def _finding(self, directive: Directive, message: str, help: str = "", fix: Fix | None = None) -> Finding:
        place = Place(self._file, directive.line, directive.column, directive.line, directive.end_column)
        return Finding(CODE, NAME, message, Severity.WARNING, Confidence.PROVED, place, help=help, fix=fix)

    def _without(self, directive: Directive, idle: list[str]) -> Fix:
        """The edit that takes the idle codes out, and the comment with them if none is left."""
        line = self._lines[directive.line - 1]
        before, comment = line[: directive.column - 1], line[directive.column - 1 : directive.end_column - 1]
        kept = [name for name in directive.codes if name not in idle]
        start, end = directive.column, directive.end_column
        end_line, text = directive.line, ""
        if kept:
            opening, closing = comment.index("["), comment.index("]")
            text = comment[: opening + 1] + ", ".join(kept) + comment[closing:]
        elif not before.strip() and not line[end - 1 :].strip():
            start, end_line, end = 1, directive.line + 1, 1
        else:
            start = len(before.rstrip()) + 1
        place = Place(self._file, directive.line, start, end_line, end)
        return Fix(f"delete the suppression of {', '.join(idle)}", (Edit(place, text),), safe=True)


class _Speaking:
    """The comments that name one rule, by line: there may be thousands of them, and as many findings."""

    def __init__(self) -> None:
        self._everywhere: list[int] = []
        self._own: list[tuple[int, int]] = []
        self._below: list[tuple[int, int]] = []

    def add(self, number: int, directive: Directive) -> None:
        """Add the comment with this number; it stands behind those that were added before."""
        if directive.whole_file:
            self._everywhere.append(number)
            return
        self._own.append((min(directive.lines), number))
        self._below.append((max(directive.lines), number))

    def reaching(self, place: Place, header: tuple[int, int]) -> list[int]:
        """The numbers of those that speak about a place, or about the header of the function that it is in."""
        end = max(place.line, place.end_line)
        spoken = [*_between(self._own, place.line, end), *_between(self._below, place.line, end)]
        # A comment on a line of its own speaks about the line below, which is where a body may start.
        return [*self._everywhere, *spoken, *_between(self._below, header[0], header[1] - 1)]


def _between(found: list[tuple[int, int]], first: int, last: int) -> list[int]:
    """The numbers of what stands from one line to another."""
    end = bisect_right(found, last, key=lambda one: one[0])
    return [number for _, number in found[bisect_left(found, (first, -1)) : end]]


class _Headers:
    """The functions of a module: each from its first decorator to where its body starts."""

    def __init__(self, text: str) -> None:
        self._found = sorted(_headers(text))
        self._outer: list[int] = []
        stack: list[int] = []
        for number, (start, _, _) in enumerate(self._found):
            while stack and self._found[stack[-1]][2] < start:
                stack.pop()
            self._outer.append(stack[-1] if stack else -1)
            stack.append(number)

    def around(self, line: int) -> tuple[int, int]:
        """From the first decorator to the body of the innermost function that `line` is in; nothing outside of one."""
        number = bisect_right(self._found, line, key=lambda header: header[0]) - 1
        while number >= 0 and self._found[number][2] < line:
            number = self._outer[number]
        return self._found[number][:2] if number >= 0 else (0, 0)


def _headers(text: str) -> Iterator[tuple[int, int, int]]:
    """Each function's first line, decorators included, the line its body starts on, and its last line."""
    try:
        stack: list[ast.AST] = [ast.parse(text)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # CD001 reports the file; nothing in it has a header then.
        return
    while stack:
        node = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            start = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            first = node.body[0]
            body = min([first.lineno, *(one.lineno for one in getattr(first, "decorator_list", ()))])
            yield start, max(body, node.lineno + 1), node.end_lineno or body
        stack.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))
