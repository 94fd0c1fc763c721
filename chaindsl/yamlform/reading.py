"""YAML text to nodes, safely: nothing is built that the text does not spell out.

Aliases, anchors and tags are refused (no workflow needs them, and they are how a small file becomes a huge one), so are
duplicate keys, more than one document, and whatever is too large or too deep. All that can be said is said at once.
"""

import codecs
import re
from dataclasses import dataclass, field
from typing import Any

from chaindsl.errors import ChainDslError, Issue
from chaindsl.yamlform.node import Entry, Mapping, Node, Scalar, Sequence
from chaindsl.yamlform.position import Position
from chaindsl.yamlform.scalar import NumberError, resolved

CODE = "CD701"
MOST_BYTES = 256 * 1024
DEEPEST = 40
_MOST_ISSUES = 100
_BREAKS = re.compile("\r\n|[\r\x85\u2028\u2029]")
_REFUSED = re.compile("[^\t\n -~\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


@dataclass(slots=True)
class Text:
    """A YAML file: its name, its text, its root (None where there is none), and what is wrong with it."""

    file: str
    text: str = ""
    root: Node | None = None
    issues: list[Issue] = field(default_factory=list)


def read(data: bytes, file: str) -> Text:
    """Read the bytes of a YAML file, called `file` in every place. Raises ChainDslError if PyYAML is missing."""
    found = Text(file)
    if len(data) > MOST_BYTES:
        found.issues.append(_issue(file, f"more than {MOST_BYTES // 1024} KiB", 1, 1, "split the file"))
        return found
    text = _decoded(data, found)
    if text is None:
        return found
    found.text = _BREAKS.sub("\n", text)
    wrong = _REFUSED.search(found.text)
    if wrong is not None:
        line = found.text.count("\n", 0, wrong.start()) + 1
        column = wrong.start() - (found.text.rfind("\n", 0, wrong.start()) + 1) + 1
        message = f"the character U+{ord(wrong[0]):04X} can't stand in YAML"
        found.issues.append(_issue(file, message, line, column, "take it out, or write it as an escape in quotes"))
        return found
    _Builder(found).build()
    return found


def _decoded(data: bytes, found: Text) -> str | None:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        found.issues.append(_issue(found.file, "this is UTF-16", 1, 1, "save it as UTF-8"))
        return None
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        found.issues.append(_issue(found.file, "this is no UTF-8", line, column, "save it as UTF-8"))
        return None


def _issue(file: str, message: str, line: int, column: int, hint: str | None = None) -> Issue:
    return Issue(CODE, message, None, Position(file, line, column), hint)


def library() -> Any:
    """Return the YAML library. Raises ChainDslError, naming the extra, where it is not installed."""
    try:
        import yaml  # noqa: PLC0415 - an extra, and only files of YAML need it
    except ImportError:
        hint = "pip install 'chaindsl[yaml]'"
        raise ChainDslError("missing-extra", "reading YAML takes the extra `yaml`", "yaml", hint=hint) from None
    return yaml


class _TooMuchError(Exception):
    """There is no use in reading on."""


@dataclass(slots=True)
class _Open:
    """A sequence or mapping that is not at its end yet."""

    event: Any
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    key: Scalar | None = None
    skip: bool = False

    @property
    def mapping(self) -> bool:
        return type(self.event).__name__ == "MappingStartEvent"


class _Builder:
    """Puts nodes together from the events of the parser, without recursion."""

    def __init__(self, found: Text) -> None:
        self.found = found
        self.stack: list[_Open] = []
        self.documents = 0
        self.shared: list[Any] = []
        self.whole = True

    def build(self) -> None:
        yaml = library()
        try:
            for event in yaml.parse(self.found.text, Loader=yaml.SafeLoader):
                self.event(event)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            said = ", ".join(part for part in (error.context, error.problem) if part)
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            self.found.root = None
            self.found.issues.append(_issue(self.found.file, f"this is no YAML: {said}", line, column))
        except _TooMuchError:
            self.whole = False
        if self.shared:
            self.told()
        if self.shared or not self.whole:
            # What it says is not known, so nothing more is to be said of it.
            self.found.root = None

    def told(self) -> None:
        """Say once that there are anchors and aliases."""
        first = self.shared[0]
        more = f" and {len(self.shared) - 1} more anchors and aliases" if len(self.shared) > 1 else ""
        mark = "*" if type(first).__name__ == "AliasEvent" else "&"
        message = f"`{mark}{first.anchor[:40]}`{more}: anchors and aliases are not read"
        issue = Issue(CODE, message, None, self.place(first), "write out what they stand for")
        self.found.issues.insert(0, issue)

    def event(self, event: Any) -> None:
        name = type(event).__name__
        if name == "DocumentStartEvent":
            self.documents += 1
            if self.documents == 2:
                self.problem(event, "a second document", "keep one document in a file")
                raise _TooMuchError
        elif name == "AliasEvent":
            self.shared.append(event)
            self.add(event, Scalar(None, "", self.place(event)))
        elif name == "ScalarEvent":
            self.marked(event)
            self.add(event, self.scalar(event))
        elif name in ("SequenceStartEvent", "MappingStartEvent"):
            self.opened(event)
        elif name in ("SequenceEndEvent", "MappingEndEvent"):
            self.closed(event)

    def opened(self, event: Any) -> None:
        self.marked(event)
        if len(self.stack) >= DEEPEST:
            self.problem(event, f"nested more than {DEEPEST} deep", "no workflow is")
            raise _TooMuchError
        self.stack.append(_Open(event))

    def closed(self, event: Any) -> None:
        done = self.stack.pop()
        place = self.place(done.event, event)
        if done.mapping:
            self.add(done.event, Mapping(tuple(done.entries.values()), place))
        else:
            self.add(done.event, Sequence(tuple(done.items), place))

    def marked(self, event: Any) -> None:
        """Refuse what a node carries in front of it."""
        if event.anchor is not None:
            self.shared.append(event)
        if event.tag is not None and event.tag != "!":
            self.problem(event, f"the tag {event.tag[:80]}", "tags are not read: take it away")
            self.whole = False

    def scalar(self, event: Any) -> Scalar:
        place = self.place(event)
        if event.style is not None:
            return Scalar(event.value, event.value, place)
        try:
            return Scalar(resolved(event.value), event.value, place)
        except NumberError as error:
            self.problem(event, str(error), "put it in quotes if it is text")
            self.whole = False
            return Scalar(0, event.value[:20], place)

    def add(self, event: Any, node: Node) -> None:
        """Put a whole node where it belongs."""
        if not self.stack:
            self.found.root = node
            return
        owner = self.stack[-1]
        if not owner.mapping:
            owner.items.append(node)
        elif owner.key is None and not owner.skip:
            owner.key = self.named(event, node)
            owner.skip = owner.key is None
        else:
            if owner.key is not None:
                self.keep(owner, owner.key, node)
            owner.key, owner.skip = None, False

    def named(self, event: Any, node: Node) -> Scalar | None:
        """Return a key of a mapping; a number or `true` is the text that spells it."""
        if isinstance(node, Scalar) and node.value is not None:
            return node
        self.problem(event, "a key that is no text", "keys are words")
        self.whole = False
        return None

    def keep(self, owner: _Open, key: Scalar, node: Node) -> None:
        first = owner.entries.get(key.text)
        if first is None:
            owner.entries[key.text] = Entry(key.text, key.place, node)
            return
        hint = f"it stands in line {first.place.line} already; keep one of them"
        self.found.issues.append(Issue(CODE, f"the key `{key.text}` twice", key.text, key.place, hint))
        self.enough()

    def problem(self, event: Any, message: str, hint: str) -> None:
        self.found.issues.append(Issue(CODE, message, None, self.place(event), hint))
        self.enough()

    def enough(self) -> None:
        if len(self.found.issues) >= _MOST_ISSUES:
            raise _TooMuchError

    def place(self, event: Any, end: Any = None) -> Position:
        start, last = event.start_mark, (end or event).end_mark
        if type(event).__name__ == "MappingStartEvent" and last.column == 0 and last.line > start.line:
            return Position(self.found.file, start.line + 1, start.column + 1)
        return Position(self.found.file, start.line + 1, start.column + 1, last.line + 1, last.column + 1)
