"""What a YAML file is made of: scalars, sequences and mappings, each with its place. No tags, anchors or aliases."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from chaindsl.yamlform.position import Position

Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | None"
"""Plain data, as JSON has it."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value; `text` is how it is spelt, without quotes."""

    value: str | int | float | bool | None
    text: str
    place: Position


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    items: tuple["Node", ...]
    place: Position


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a mapping with its value."""

    name: str
    place: Position
    value: "Node"


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order of the file."""

    entries: tuple[Entry, ...]
    place: Position

    def get(self, name: str) -> "Node | None":
        """Return the value of a key, None where there is none."""
        return next((entry.value for entry in self.entries if entry.name == name), None)


Node: TypeAlias = Scalar | Sequence | Mapping


def plain(node: Node) -> Value:
    """Return a node as plain data."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {entry.name: plain(entry.value) for entry in node.entries}


def kind_of(node: Node) -> str:
    """Return what a node is, in words."""
    match node:
        case Sequence():
            return "a list"
        case Mapping():
            return "a mapping"
        case Scalar(None):
            return "nothing"
        case Scalar(bool()):
            return f"`{node.text}`"
        case Scalar(str()):
            return f"the text {node.text[:60]!r}"
    return f"the number {node.text[:60]}"


def scalars(node: Node) -> Iterator[Scalar]:
    """Yield every scalar in a node, in the order of the file."""
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node.items:
                yield from scalars(item)
        case Mapping():
            for entry in node.entries:
                yield from scalars(entry.value)
