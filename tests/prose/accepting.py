"""A page that says what its blocks print now. It must not know which pages there are."""

import re
from itertools import pairwise
from pathlib import Path

from tests.prose.page import Block, Command, blocks, commands
from tests.prose.playground import MARK, Playground

Replacement = tuple[int, int, list[str]]
"""Where text begins (0-based line), how many lines it has, and the lines that take its place."""


def accepted(page: Path, folder: Path) -> str:
    """Return the page's text with the outputs of its commands and of its Python, run in `folder`."""
    found = blocks(page)
    playground = Playground(folder, page.name)
    playground.prepare(found)
    changes = python(playground, found)
    for block in found:
        if block.language == "console" and not block.word:
            changes.append(console(playground, block))
        elif block.language == "sh" and not block.word:
            playground.run("bash", "-euc", block.text)
        elif block.word == "output" and block.value:
            _, output = playground.said(Command(block.line, block.value, 0, ""))
            changes.append((block.line - 1, len(block.lines), output.splitlines()))
    lines = page.read_text(encoding="utf-8").splitlines()
    for start, count, instead in sorted(changes, reverse=True):
        indent = re.match(" *", lines[start - 1])
        lines[start : start + count] = [f"{indent[0] if line and indent else ''}{line}" for line in instead]
    return "".join(f"{line}\n" for line in lines)


def console(playground: Playground, block: Block) -> Replacement:
    """The block with what each command prints, and its exit status where that is not 0."""
    lines: list[str] = []
    for command in commands(block):
        status, output = playground.said(command)
        words = command.command.removesuffix(f"  # exit {command.status}")
        lines += [f"$ {words}" + (f"  # exit {status}" if status else ""), *output.splitlines()]
    return block.line - 1, len(block.lines), lines


def python(playground: Playground, found: list[Block]) -> list[Replacement]:
    """What each Python block prints that has an output behind it; nothing where they fail."""
    runs = [block for block in found if block.language == "python" and not block.word]
    status, output = playground.script_of(runs) if runs else (0, "")
    if status:
        return []
    printed = dict(zip((block.line for block in runs), output.split(MARK), strict=False))
    return [
        (after.line - 1, len(after.lines), printed.get(before.line, "").splitlines())
        for before, after in pairwise(found)
        if after.word == "output" and not after.value
    ]
