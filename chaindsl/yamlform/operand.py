"""Paths (`$.context.x`) and literals: what expressions, arguments and output mappings are made of."""

import re
from dataclasses import dataclass
from typing import TypeAlias

from chaindsl.graph.nearest import only_near
from chaindsl.yamlform.fields import Issues
from chaindsl.yamlform.node import Node, Scalar, Value, plain
from chaindsl.yamlform.position import Position

CONTEXT, INPUT, ARGUMENTS, OUTPUT = "context", "workflow.input", "arguments", "output"
ROOTS = (CONTEXT, INPUT, ARGUMENTS, OUTPUT)
_PART = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d{1,6})\]")
_INSIDE = re.compile(r"\$\.[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Path:
    """A path: its root, the first name (empty for the whole root), what follows, and how it is spelt."""

    root: str
    name: str
    rest: tuple[str | int, ...]
    text: str
    place: Position


@dataclass(frozen=True, slots=True)
class Given:
    """A value that is written out."""

    value: Value
    place: Position


Operand: TypeAlias = Path | Given


def read_operand(node: Node, issues: Issues, roots: tuple[str, ...]) -> Operand:
    """Return what a value of the form stands for; a path that leads nowhere is noted and stands for nothing."""
    if isinstance(node, Scalar) and isinstance(node.value, str) and node.value.startswith("$"):
        return read_path(node.value, node.place, issues, roots)
    if isinstance(node, Scalar) and isinstance(node.value, str) and _templated(node.value):
        hint = "a path is the whole value: write it as an item of its own"
        issues.add("CD704", f"{node.value[:80]!r} is passed on as it stands, `$.` and all", node.place, hint)
    return Given(plain(node), node.place)


def _templated(text: str) -> bool:
    """Say whether a text has a path inside, or a template."""
    return bool(_INSIDE.search(text)) or "$" in text.partition("{{")[2]


def read_path(text: str, place: Position, issues: Issues, roots: tuple[str, ...]) -> Operand:
    """Return a path; one that leads nowhere is noted, and stands for null."""
    root = next((known for known in ROOTS if re.match(rf"\$\.{re.escape(known)}(?![\w-])", text)), None)
    if root is None or root not in roots:
        issues.add("CD704", f"`{text[:80]}` leads nowhere: {_why(text, root, roots)}", place, _hint(text, root, roots))
        return Given(None, place)
    parts = _parts(text[len(root) + 2 :])
    if parts is None or (not parts and root != OUTPUT) or (parts and isinstance(parts[0], int)):
        hint = f"write $.{root}.name, with .name and [0] for what is inside"
        issues.add("CD704", f"`{text[:80]}` is no path", place, hint)
        return Given(None, place)
    return Path(root, str(parts[0]) if parts else "", tuple(parts[1:]), text, place)


def _parts(text: str) -> list[str | int] | None:
    found: list[str | int] = []
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            return None
        found.append(part[1] if part[1] is not None else int(part[2]))
        at = part.end()
    return found


def _why(text: str, root: str | None, roots: tuple[str, ...]) -> str:
    if not roots:
        return "no path can stand here"
    if root is not None:
        return f"there is no `$.{root}` here"
    first = re.match(r"\$\.?([\w-]*)", text)
    said = first[1] if first else ""
    return f"paths start with {listed(roots)}, not `$.{said[:40]}`"


def _hint(text: str, root: str | None, roots: tuple[str, ...]) -> str:
    if not roots:
        return "write the value itself"
    if root is None and re.match(r"\$\.(?:inputs?|workflow\.inputs?)\b", text) and INPUT in roots:
        rest = re.sub(r"^\$\.(?:workflow\.)?inputs?", "", text)[:60]
        return f"did you mean $.workflow.input{rest}?"
    first = re.match(r"\$\.?([\w-]*)(.*)", text, re.DOTALL)
    if root is None and first:
        near = only_near(first[1], [known.partition(".")[0] for known in roots])
        whole = next((known for known in roots if known.partition(".")[0] == near), None)
        return f"write {listed(roots)}" if whole is None else f"did you mean $.{whole}{first[2][:60]}?"
    return f"write {listed(roots)}"


def listed(roots: tuple[str, ...]) -> str:
    """Return roots in words."""
    spelt = [f"$.{root}" for root in roots]
    return spelt[0] if len(spelt) == 1 else f"{', '.join(spelt[:-1])} or {spelt[-1]}"
