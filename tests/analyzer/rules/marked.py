"""Source with marks: `⟦` and `⟧` stand around what a rule is to find, and are taken out before it looks."""

from pathlib import Path

from analyzer.check import check_reading
from analyzer.finding import Finding
from analyzer.rules.registry import RULES
from analyzer.source.project import Project

Span = tuple[int, int, int, int]

HEADER = """\
from typing import Annotated, Any, Literal
from chaindsl import (
    AsyncComplete, Budget, Command, CommandResult, Complete, Feedback, FromActor, IdempotencyKey, Len, State, Text,
    Values, branch, chain, cli, parallel, prompt, renamed, repeat, step, transition, workflow,
)
"""


def unmarked(text: str) -> tuple[str, list[Span]]:
    """Return the text without its marks, and the spans that they stood around."""
    plain: list[str] = []
    starts: list[tuple[int, int]] = []
    spans: list[Span] = []
    line, column = 1, 1
    for char in text:
        if char == "⟦":
            starts.append((line, column))
        elif char == "⟧":
            spans.append((*starts.pop(), line, column))
        else:
            plain.append(char)
            line, column = (line + 1, 1) if char == "\n" else (line, column + 1)
    return "".join(plain), sorted(spans)


def look(folder: Path, text: str, code: str) -> list[Finding]:
    """Return what a rule finds in a text."""
    path = folder / "flow.py"
    path.write_text(text, encoding="utf-8")
    found = check_reading(Project().read(path, shown="flow.py"), RULES)
    return [finding for finding in found if finding.code == code]


def agree(folder: Path, text: str, code: str) -> list[Finding]:
    """Assert that a rule finds what is marked and nothing else; return its findings."""
    plain, spans = unmarked(HEADER + text)
    compile(plain, "flow.py", "exec")
    found = look(folder, plain, code)
    places = [(one.place.line, one.place.column, one.place.end_line, one.place.end_column) for one in found]
    assert places == spans, "\n".join(f"{one.place} {one.message}" for one in found)
    return found


def one_step(body: str, inputs: str = "text: Text, items: list[str]") -> str:
    """Return a flow around one step called `work`."""
    pairs = (pair.split(":", 1) for pair in inputs.split(", ") if pair)
    given = ", ".join(f'"{name.strip()}": {kind.strip()}' for name, kind in pairs)
    return f'{body}\n\nflow = chain("flow", work, inputs={{{given}}}, budget=Budget(calls=99))\n'
