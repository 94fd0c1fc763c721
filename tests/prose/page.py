"""Reads a Markdown page into its fenced blocks. It must not know what running one means.

A block runs by its language, and one comment on the line before the fence can say otherwise:

- `python`: all of a page's blocks are one script, in order, with the page's own line numbers.
- `console`: each `$ ` line is a command, the lines after it are exactly what it prints (both streams). A command
  that ends otherwise than with 0 says so in a comment: `$ chaindsl check bad.py  # exit 1`.
- `sh`: one script, which must succeed; what it prints is not compared.
- `<!-- file: NAME -->`: the block is written to NAME before anything runs, and not run itself.
- `<!-- output -->`: the block is exactly what the `python` block before it prints.
- `<!-- output: COMMAND -->`: the block is exactly what the command prints; so a picture in Mermaid can be shown as one.
- `<!-- not run: REASON -->`: the block is only read.
"""

import re
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^(?P<indent> *)(?P<fence>```+)(?P<language>[\w-]*)[^`]*$")
COMMENT = re.compile(r"^ *<!-- (?P<word>file|output|not run)(: (?P<value>\S.*?))? -->$")


@dataclass(frozen=True)
class Block:
    """One fenced block: `line` is the 1-based line of its first line of text."""

    language: str
    lines: tuple[str, ...]
    line: int
    word: str = ""
    value: str = ""

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


@dataclass(frozen=True)
class Command:
    """One `$ ` line of a console block, with what it has to print and its exit status."""

    line: int
    command: str
    status: int
    output: str


def blocks(page: Path) -> list[Block]:
    """Every fenced block of the page, in order; an unclosed fence is a ValueError."""
    lines = page.read_text(encoding="utf-8").splitlines()
    found: list[Block] = []
    number = 0
    while number < len(lines):
        opening = FENCE.match(lines[number])
        number += 1
        if opening:
            block = read_block(lines, number, opening)
            found.append(block)
            number += len(block.lines) + 1
    return found


def read_block(lines: list[str], start: int, opening: re.Match[str]) -> Block:
    indent, closing = len(opening["indent"]), opening["fence"]
    for end in range(start, len(lines)):
        if lines[end].strip() == closing:
            comment = COMMENT.match(lines[start - 2]) if start > 1 else None
            return Block(
                language=opening["language"],
                lines=tuple(line[indent:] for line in lines[start:end]),
                line=start + 1,
                word=comment["word"] if comment else "",
                value=(comment["value"] or "") if comment else "",
            )
    raise ValueError(f"line {start}: this fence is never closed")


def commands(block: Block) -> list[Command]:
    """The commands of a console block; one that starts with output is a ValueError."""
    found: list[Command] = []
    for offset, line in enumerate(block.lines):
        if line.startswith("$ "):
            status = re.search(r"  # exit (\d+)$", line)
            found.append(Command(block.line + offset, line[2:], int(status[1]) if status else 0, ""))
        elif not found:
            raise ValueError(f"line {block.line + offset}: a console block starts with a `$ ` line")
        else:
            last = found[-1]
            found[-1] = Command(last.line, last.command, last.status, f"{last.output}{line}\n")
    return found
