"""A folder in which a page's blocks run: a copy of the examples, and the project's programs on the path."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tests.prose.page import Block, Command, commands

ROOT = Path(__file__).parent.parent.parent
SECONDS = 300


@dataclass(frozen=True)
class Playground:
    """Runs blocks in `folder`; each method gives what is wrong as lines `NAME:LINE: what`, or nothing."""

    folder: Path
    page: str

    def prepare(self, blocks: list[Block]) -> None:
        examples = ROOT / "examples"
        if examples.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "build", "dist", ".*_cache")
            shutil.copytree(examples, self.folder / "examples", ignore=ignored)
        (self.folder / "pyproject.toml").write_text('[project]\nname = "playground"\nversion = "0"\n')
        for block in blocks:
            if block.word == "file":
                path = self.folder / block.value
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")

    def run(self, *argv: str) -> tuple[int, str]:
        """The exit status and both streams as one text."""
        done = subprocess.run(
            argv,
            cwd=self.folder,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
        return done.returncode, done.stdout.decode("utf-8")

    def environment(self) -> dict[str, str]:
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        kept = {name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR") if name in os.environ}
        return kept | {"PATH": programs, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONUTF8": "1"}

    def console(self, block: Block) -> Iterator[str]:
        for command in commands(block):
            yield from self.command(command)

    def said(self, command: Command) -> tuple[int, str]:
        return self.run("bash", "-c", command.command)

    def command(self, command: Command) -> Iterator[str]:
        status, output = self.said(command)
        if status != command.status:
            yield f"{self.page}:{command.line}: exit {status}, not {command.status}\n{output}"
        elif output != command.output:
            yield f"{self.page}:{command.line}: prints\n{output}and not\n{command.output}"

    def script(self, block: Block) -> Iterator[str]:
        status, output = self.run("bash", "-euc", block.text)
        if status:
            yield f"{self.page}:{block.line}: exit {status}\n{output}"

    def python(self, blocks: list[Block]) -> Iterator[str]:
        """All Python blocks as one script; a block with an expected output is followed by a mark."""
        runs = [block for block in blocks if block.language == "python" and not block.word]
        if not runs:
            return
        status, output = self.script_of(runs)
        if status:
            yield f"{self.page}: the Python blocks end with exit {status}\n{output}"
            return
        printed = dict(zip((block.line for block in runs), output.split(MARK), strict=False))
        for before, after in pairwise(blocks):
            if after.word == "output" and not after.value and printed.get(before.line) != after.text:
                yield f"{self.page}:{before.line}: prints\n{printed.get(before.line)}and not\n{after.text}"

    def script_of(self, runs: list[Block]) -> tuple[int, str]:
        """The exit status of a script of blocks, and what it prints, a mark behind each block."""
        script = self.folder / f"{Path(self.page).stem}_page.py"
        script.write_text(one_script(runs), encoding="utf-8")
        return self.run(sys.executable, "-W", "error", script.name)


MARK = "\x1e"


def one_script(blocks: list[Block]) -> str:
    """The blocks at the lines they have in the page; a mark is printed where each one's fence closes."""
    lines: list[str] = []
    for block in blocks:
        lines += [""] * (block.line - 1 - len(lines))
        lines += [*block.lines, f"print({MARK!r}, end='')"]
    return "\n".join(lines) + "\n"
