"""Guards of the YAML form: comparisons of two operands, and `all_of`, `any_of` and `not` of guards."""

import re
from dataclasses import dataclass
from typing import TypeAlias

from chaindsl.yamlform.fields import Fields, Issues
from chaindsl.yamlform.node import Mapping, Node, Scalar
from chaindsl.yamlform.operand import Given, Operand, Path, read_path
from chaindsl.yamlform.position import Position
from chaindsl.yamlform.scalar import NumberError, resolved

OPERATORS = ("==", "!=", "<=", ">=", "<", ">", "starts_with", "contains")
KINDS = ("expr", "jsonpath", "all_of", "any_of", "not")
_REFUSED = {
    "permission": "nobody has permissions here; the channel says who decides",
    "role": "nobody has roles here; the channel says who decides",
    "evidence": "say which transition must come first with always=[passes(…)] in Python",
    "guidance_acknowledged": "that belongs to later versions of the form",
    "script_acknowledged": "that belongs to later versions of the form",
}
_TOKEN = re.compile(
    r"""\s*(?:(?P<path>\$[\w.\[\]$-]*)|(?P<string>'[^']*'|"[^"]*")|(?P<op>==|!=|<=|>=|<|>|starts_with\b|contains\b)"""
    r"""|(?P<word>-?[\w.]+)|(?P<other>\S+?))"""
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left op right`."""

    op: str
    left: Operand
    right: Operand
    text: str
    place: Position


@dataclass(frozen=True, slots=True)
class Every:
    """All of the parts hold."""

    parts: tuple["Guard", ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one of the parts holds."""

    parts: tuple["Guard", ...]


@dataclass(frozen=True, slots=True)
class Opposite:
    """The part does not hold."""

    part: "Guard"


@dataclass(frozen=True, slots=True)
class Unread:
    """A guard that can't be read or has no equivalent; what is wrong with it is noted."""


Guard: TypeAlias = Comparison | Every | Some | Opposite | Unread


def read_guard(node: Node, issues: Issues, roots: tuple[str, ...]) -> Guard:
    """Return a guard; what can't be read is noted."""
    kind = node.get("kind") if isinstance(node, Mapping) else None
    if isinstance(kind, Scalar) and kind.text in _REFUSED:
        issues.add(
            "CD706", f"a guard of the kind {kind.text} has no equivalent here: {_REFUSED[kind.text]}", kind.place
        )
        return Unread()
    fields = Fields(node, "this guard", issues, ("kind", "expr", "guards", "guard"), {})
    if fields.node is None:
        return Unread()
    fields.required("kind", node.place)
    chosen = fields.choice("kind", KINDS, {})
    if chosen in ("expr", "jsonpath"):
        fields.required("expr", node.place)
        text = fields.text("expr")
        return Unread() if text is None else read_expression(text, issues, roots)
    if chosen == "not":
        fields.required("guard", node.place)
        inner = fields.node_of("guard")
        return Unread() if inner is None else Opposite(read_guard(inner, issues, roots))
    if chosen is None:
        return Unread()
    fields.required("guards", node.place)
    parts = tuple(read_guard(item, issues, roots) for item in fields.items("guards"))
    if not parts and fields.entry("guards") is not None:
        fields.wrong(node, f"`{chosen}` of no guards", "take it away")
    return (Every(parts) if chosen == "all_of" else Some(parts)) if parts else Unread()


def read_expression(node: Scalar, issues: Issues, roots: tuple[str, ...]) -> Guard:
    """Return `<operand> <operator> <operand>`; what is anything else is noted."""
    tokens = list(_TOKEN.finditer(node.text.strip()))
    shape = ["op" if token.lastgroup == "op" else "operand" for token in tokens]
    if shape != ["operand", "op", "operand"] or any(token.lastgroup == "other" for token in tokens):
        hint = "one comparison each; put several into a list of guards, or into all_of, any_of and not"
        message = f"`{node.text.strip()[:80]}` is no `<operand> <operator> <operand>`: it would never hold"
        issues.add("CD705", message, node.place, hint)
        return Unread()
    left, right = (_operand(tokens[at], node, issues, roots) for at in (0, 2))
    if left is None or right is None:
        return Unread()
    found = Comparison(tokens[1]["op"], left, right, node.text.strip(), node.place)
    _comparable(found, issues)
    return found


def _operand(token: "re.Match[str]", node: Scalar, issues: Issues, roots: tuple[str, ...]) -> Operand | None:
    if token["path"] is not None:
        found = read_path(token["path"], node.place, issues, roots)
        return found if isinstance(found, Path) else None
    if token["string"] is not None:
        return Given(token["string"][1:-1], node.place)
    try:
        value = resolved(token["word"])
    except NumberError as error:
        issues.add("CD705", f"`{token['word'][:40]}`: {error}", node.place)
        return None
    if isinstance(value, str):
        issues.add(
            "CD705", f"`{value[:40]}` is no operand", node.place, f"did you mean '{value[:40]}'? Texts have quotes"
        )
        return None
    return Given(value, node.place)


def _comparable(found: Comparison, issues: Issues) -> None:
    """Note a comparison that can't hold by what its operator compares."""
    for operand in (found.left, found.right):
        if not isinstance(operand, Given):
            continue
        number = isinstance(operand.value, int | float) and not isinstance(operand.value, bool)
        if found.op in ("<", "<=", ">", ">=") and not number:
            issues.add("CD705", f"`{found.text[:80]}`: `{found.op}` compares numbers only", found.place)
        if found.op == "starts_with" and not isinstance(operand.value, str):
            issues.add("CD705", f"`{found.text[:80]}`: `starts_with` compares texts only", found.place)
