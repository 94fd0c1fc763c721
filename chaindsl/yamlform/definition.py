"""One function as text: notes, decorators, the `def` line, the docstring and the body."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from chaindsl.yamlform.aliases import Aliases
from chaindsl.yamlform.layout import Layout, Page
from chaindsl.yamlform.position import Position
from chaindsl.yamlform.work import Body

Tests: TypeAlias = Sequence[tuple[str, Layout]]
"""Tests, each with what is done where it holds."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A function: its name and body, what stands above it, and what is tested before its last statement."""

    name: str
    body: Body
    decorators: tuple[Layout, ...]
    doc: str
    notes: tuple[str, ...]
    before: Tests


def write_definition(page: Page, one: Definition, place: Position, aliases: Aliases) -> set[str]:
    """Write a function, and return the names that it needs to have imported."""
    page.blank(2)
    for note in one.notes:
        for line in textwrap.wrap(f"{note[:1].upper()}{note[1:]}.", 86):
            page.line(f"# {line}", place)
    for decorator in one.decorators:
        page.lay(decorator)
    body = one.body
    empty = body.value is None and not one.doc and not one.before
    ends = ": ..." if empty else ":"
    page.lay(body.function.header(one.name, body.returns, body.writes or one.name, place, aliases, ends))
    _docstring(page, one.doc)
    for test, found in one.before:
        page.line(f"    if {test}:")
        page.lay(found, 2)
    if body.value is not None:
        page.lay(body.value, 1)
    return body.function.names


def _docstring(page: Page, text: str) -> None:
    if not text:
        return
    lines = [line.rstrip() for line in text.expandtabs(4).replace("\\", "\\\\").replace('"""', "'''").splitlines()]
    ends = " " if lines[-1].endswith('"') else ""
    if len(lines) == 1:
        page.line(f'    """{lines[0]}{ends}"""')
        return
    page.line(f'    """{lines[0]}')
    for line in lines[1:]:
        page.line(f"    {line}" if line else "")
    page.line('    """')
