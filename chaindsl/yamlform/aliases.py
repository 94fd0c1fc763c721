"""Long annotations as names of their own, each written once, above the functions that use them."""

import ast

from chaindsl.yamlform.annotation import Type
from chaindsl.yamlform.layout import Group, Layout, Page, Piece, Row, call, keyword, row
from chaindsl.yamlform.naming import Names, class_name
from chaindsl.yamlform.position import Position
from chaindsl.yamlform.quoting import quoted

_LONGEST = 36
_ONE_LINE = 100
_WORDS = 70


class Aliases:
    """The aliases of a module."""

    def __init__(self, names: Names, used: set[str]) -> None:
        self._names = names
        self._used = used
        self._found: dict[tuple[str, str], str] = {}
        self._lines: list[tuple[Layout, Position]] = []

    def spelt(self, kind: Type, wish: str, place: Position, description: str = "") -> str:
        """Return how an annotation is written: as it is if it is short, else by a name that is like `wish`."""
        self._used |= kind.names
        if len(kind.text) <= _LONGEST and not description:
            return kind.text
        key = (kind.text, description)
        if key not in self._found:
            name = self._found[key] = self._names.new(class_name(wish), f"{class_name(wish)}Type")
            layout = annotation_layout(kind.text)
            if description:
                self._used |= {"Annotated", "Field"}
                layout = _described(layout, description)
            self._lines.append((row(f"{name} = ", layout), place))
        return self._found[key]

    @property
    def waiting(self) -> bool:
        """Whether some were not written yet."""
        return bool(self._lines)

    def write(self, page: Page) -> None:
        """Write those that were not written yet."""
        for layout, place in self._lines:
            page.lay(Row((Piece("", place), layout)))
        self._lines.clear()


def _described(layout: Layout, description: str) -> Layout:
    said = keyword("description", text_layout(description))
    field = call("Field", [said])
    if isinstance(layout, Group) and layout.opening == "Annotated[":
        *others, last = layout.items
        if isinstance(last, Group) and last.opening == "Field(":
            return Group("Annotated[", (*others, call("Field", [*last.items, said])), "]")
        return Group("Annotated[", (*layout.items, field), "]")
    return Group("Annotated[", (layout, field), "]")


def annotation_layout(text: str) -> Layout:
    """Return an annotation as a layout that can be broken into lines."""
    return _layout(ast.parse(text, mode="eval").body)


def _layout(node: ast.expr) -> Layout:
    match node:
        case ast.Subscript(value=value, slice=ast.Tuple(elts=items)):
            return Group(f"{ast.unparse(value)}[", tuple(map(_layout, items)), "]")
        case ast.Subscript(value=value, slice=item):
            return Group(f"{ast.unparse(value)}[", (_layout(item),), "]", comma=False)
        case ast.BinOp(left=left, right=right):
            return row(_layout(left), " | ", _layout(right))
        case ast.Call(func=func, args=args, keywords=keywords):
            named = [keyword(str(one.arg), _layout(one.value)) for one in keywords]
            return call(ast.unparse(func), [*map(_layout, args), *named])
        case ast.Constant(value=str() as value):
            return Piece(quoted(value))
    return Piece(ast.unparse(node))


def text_layout(text: str, place: Position | None = None) -> Layout:
    """Return a text as a literal; a long one in pieces, one a line."""
    whole = quoted(text)
    if len(whole) <= _ONE_LINE:
        return Piece(whole, place)
    return Group("(", tuple(Piece(quoted(part), place) for part in _parts(text)), ")", place, joined=True)


def _parts(text: str) -> list[str]:
    """Split a text after line ends, and after spaces where a line is long."""
    found = []
    for line in text.splitlines(keepends=True):
        part = ""
        for word in _words(line):
            if part and len(part) + len(word.rstrip()) > _WORDS:
                found.append(part)
                part = ""
            part += word
        found.append(part)
    return found


def _words(line: str) -> list[str]:
    """Split a line into words, each with the space behind it; one that is very long is cut."""
    words = line.split(" ")
    spaced = [f"{word} " for word in words[:-1]] + ([words[-1]] if words[-1] else [])
    return [word[at : at + _WORDS] for word in spaced for at in range(0, len(word), _WORDS)]
