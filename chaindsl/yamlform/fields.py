"""The keys of one mapping, read one by one: what is missing, misspelt or of the wrong type is noted, with its place."""

from collections.abc import Collection, Iterator, Mapping

from chaindsl.errors import Issue
from chaindsl.graph.nearest import nearest, only_near
from chaindsl.yamlform.node import Entry, Node, Scalar, Sequence, kind_of
from chaindsl.yamlform.node import Mapping as MappingNode
from chaindsl.yamlform.position import Position

_LONGEST = 80
_MOST_ISSUES = 500
_MEANT = ("yes", "on", "y", "true", "1")
"""What is meant to be true, in YAML 1.1 or in quotes."""


class Issues:
    """What is wrong with a file, in the order in which it was found, each thing once."""

    def __init__(self) -> None:
        self._found: dict[tuple[Position, str, str], Issue] = {}
        self.full = False
        """Whether there are so many that no more are noted."""

    def add(self, code: str, message: str, place: Position, hint: str | None = None) -> None:
        """Note one thing."""
        if self.full:
            return
        if len(self._found) >= _MOST_ISSUES:
            self.full = True
            code, message = "CD701", f"more than {_MOST_ISSUES} problems: what follows is not told"
            hint = None
        self._found.setdefault((place, code, message), Issue(code, message, None, place, hint))

    def all(self) -> list[Issue]:
        """Return everything, in the order of the file."""
        return [self._found[key] for key in sorted(self._found, key=lambda key: (key[0].line, key[0].column, key[1:]))]


class Fields:
    """A mapping that says `what`; `known` are its keys, `refused` those without an equivalent, each with the reason."""

    def __init__(
        self, node: Node | None, what: str, issues: Issues, known: Collection[str], refused: Mapping[str, str]
    ) -> None:
        self.what = what
        self.issues = issues
        self.node = node if isinstance(node, MappingNode) else None
        self._entries = {} if self.node is None else {entry.name: entry for entry in self.node.entries}
        empty = isinstance(node, Scalar) and node.value is None
        self._broken = node is not None and self.node is None and not empty
        if node is not None and self._broken:
            issues.add("CD703", f"{what} is {kind_of(node)}, not a mapping", node.place, "write keys and values")
        for entry in self._entries.values():
            self._judge(entry, known, refused)

    def _judge(self, entry: Entry, known: Collection[str], refused: Mapping[str, str]) -> None:
        if entry.name in known or self.issues.full:
            return
        if entry.name in refused:
            self.issues.add(
                "CD706", f"`{entry.name}` of {self.what} has no equivalent here: {refused[entry.name]}", entry.place
            )
            return
        near = only_near(entry.name, [*known, *refused])
        hint = f"did you mean {near}?" if near else nearest(entry.name, known)
        self.issues.add("CD702", f"{self.what} has no key `{entry.name[:_LONGEST]}`", entry.place, hint)

    def wrong(self, node: Node, message: str, hint: str | None = None) -> None:
        """Note a wrong value."""
        self.issues.add("CD703", message, node.place, hint)

    def entry(self, name: str) -> Entry | None:
        """Return a key with its value; None where it is not there or says nothing."""
        found = self._entries.get(name)
        if found is not None and isinstance(found.value, Scalar) and found.value.value is None:
            return None
        return found

    def node_of(self, name: str) -> Node | None:
        """Return the value of a key."""
        found = self.entry(name)
        return None if found is None else found.value

    def required(self, name: str, place: Position) -> None:
        """Note that a key is not there."""
        if self.entry(name) is None and not self._broken:
            self.issues.add("CD703", f"{self.what} has no `{name}`", place, f"say {name}: …")

    def text(self, name: str) -> Scalar | None:
        """Return a value that is text, and says something."""
        node = self.node_of(name)
        if node is None:
            return None
        if isinstance(node, Scalar) and isinstance(node.value, str) and node.value.strip():
            return node
        self.wrong(node, f"`{name}` of {self.what} is {kind_of(node)}, not text")
        return None

    def word(self, name: str) -> Scalar | None:
        """Return a name: any scalar, as it is spelt."""
        node = self.node_of(name)
        if node is None or (isinstance(node, Scalar) and node.text.strip()):
            return node
        self.wrong(node, f"`{name}` of {self.what} is {kind_of(node)}, not a name")
        return None

    def flag(self, name: str, default: bool) -> bool:
        """Return true or false."""
        node = self.node_of(name)
        if node is None:
            return default
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.wrong(node, f"`{name}` of {self.what} is {kind_of(node)}, not true or false")
        return default or (isinstance(node, Scalar) and node.text.lower() in _MEANT)

    def count(self, name: str, least: int = 1) -> int | None:
        """Return a whole number of at least `least`."""
        node = self.node_of(name)
        if node is None:
            return None
        if isinstance(node, Scalar) and isinstance(node.value, int) and node.value is not True and node.value >= least:
            return node.value
        self.wrong(node, f"`{name}` of {self.what} is {kind_of(node)}, not a whole number of at least {least}")
        return None

    def choice(self, name: str, choices: Collection[str], refused: Mapping[str, str]) -> str | None:
        """Return one of a few words; a misspelt one stands for the nearest."""
        node = self.word(name)
        if node is None or node.text in choices:
            return None if node is None else node.text
        if node.text in refused:
            message = f"`{name}: {node.text}` of {self.what} has no equivalent here: {refused[node.text]}"
            self.issues.add("CD706", message, node.place)
            return None
        hint = nearest(node.text, [*choices, *refused])
        self.wrong(node, f"`{name}: {node.text[:_LONGEST]}` of {self.what} does not exist", hint)
        return only_near(node.text, choices)

    def items(self, name: str) -> Iterator[Node]:
        """Yield the items of a list."""
        node = self.node_of(name)
        if isinstance(node, Sequence):
            yield from node.items
        elif node is not None:
            self.wrong(node, f"`{name}` of {self.what} is {kind_of(node)}, not a list", f"write {name}: [ … ]")

    def entries(self, name: str) -> Iterator[Entry]:
        """Yield the entries of a mapping."""
        node = self.node_of(name)
        if isinstance(node, MappingNode):
            for entry in node.entries:
                if entry.name.strip():
                    yield entry
                else:
                    self.issues.add("CD703", f"a key of `{name}` of {self.what} is empty", entry.place, "name it")
        elif node is not None:
            self.wrong(node, f"`{name}` of {self.what} is {kind_of(node)}, not a mapping")
