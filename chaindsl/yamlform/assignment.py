"""Mappings of keys to what is put there: output mappings, the inputs of a workflow, an environment."""

from collections.abc import Iterator

from chaindsl.graph.nearest import nearest, only_near
from chaindsl.yamlform.fields import Issues
from chaindsl.yamlform.form import Assignment, Name, Operation, Source
from chaindsl.yamlform.keys import OPERATORS
from chaindsl.yamlform.node import Entry, Mapping, Node, Scalar, Sequence, kind_of, plain
from chaindsl.yamlform.operand import Given, read_operand
from chaindsl.yamlform.position import Position


def read_assignments(entries: Iterator[Entry], issues: Issues, roots: tuple[str, ...]) -> tuple[Assignment, ...]:
    """Return what a mapping puts where."""
    found = []
    for entry in entries:
        if not entry.name.replace("-", "_").isidentifier():
            hint = "keys are words, and what lies inside of one is set as a whole"
            issues.add("CD703", f"`{entry.name[:80]}` is no name of a key", entry.place, hint)
            continue
        found.append(Assignment(Name(entry.name, entry.place), read_source(entry.value, issues, roots)))
    return tuple(found)


def read_source(node: Node, issues: Issues, roots: tuple[str, ...]) -> Source:
    """Return an operand, or an operation with operands."""
    if isinstance(node, Scalar):
        return read_operand(node, issues, roots)
    if isinstance(node, Mapping) and len(node.entries) == 1:
        entry = node.entries[0]
        name = entry.name if entry.name in OPERATORS else _misspelt(entry, issues)
        if name is not None:
            return _operation(name, entry.value, issues, roots, entry.place)
    return Given(plain(node), node.place)


def _misspelt(entry: Entry, issues: Issues) -> str | None:
    near = only_near(entry.name, OPERATORS)
    if near is not None and isinstance(entry.value, Sequence):
        hint = nearest(entry.name, OPERATORS)
        issues.add("CD703", f"`{entry.name}` is no operator", entry.place, hint)
        return near
    return None


def _operation(name: str, node: Node, issues: Issues, roots: tuple[str, ...], place: Position) -> Source:
    items = node.items if isinstance(node, Sequence) and name != "set" else (node,)
    operands = tuple(read_operand(item, issues, roots) for item in items)
    if name == "set":
        return operands[0]
    if len(operands) < OPERATORS[name]:
        issues.add("CD703", f"`{name}` takes two operands or more, not {kind_of(node)}", node.place, f"{name}: [a, b]")
    if name != "concat":
        for operand in operands:
            if isinstance(operand, Given) and not _number(operand) and operand.value is not None:
                issues.add("CD703", f"`{name}` takes numbers, not {operand.value!r}", operand.place)
    return Operation(name, operands, place)


def _number(operand: Given) -> bool:
    return isinstance(operand.value, int | float) and not isinstance(operand.value, bool)
