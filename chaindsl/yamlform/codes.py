"""The codes of what only YAML can have: each with its name, how much it hurts, and what it finds.

Whatever flows have in common is found by the rules over flows, which see the Python that says the same. This table
loads nothing, so that every check can name its codes.
"""

from typing import Literal, NamedTuple


class Code(NamedTuple):
    """A code's name, its severity, and its page."""

    name: str
    severity: Literal["error", "warning"]
    page: str


CODES: dict[str, Code] = {
    "CD701": Code(
        "unreadable-yaml",
        "error",
        "A file that can't be read: syntax, encoding, size, depth, a key that stands twice, anchors, aliases and tags.",
    ),
    "CD702": Code(
        "unknown-yaml-key",
        "error",
        "A key that the form does not know. The programs that read the form pass over it in silence.",
    ),
    "CD703": Code(
        "wrong-yaml-value",
        "error",
        "A value that its key can't have: a misspelt actor or kind, a wrong type, something that is missing.",
    ),
    "CD704": Code(
        "unresolvable-path",
        "error",
        "A `$.` path that leads nowhere: a wrong root, an argument, input or output that there is none of.",
    ),
    "CD705": Code(
        "wrong-expression",
        "error",
        "An `expr` that is no `<operand> <operator> <operand>`. The programs that read the form take it for false.",
    ),
    "CD706": Code(
        "no-equivalent",
        "warning",
        "Something that can't be said in Python here, so that the workflow can't be imported or run.",
    ),
    "CD707": Code(
        "chain-cut",
        "warning",
        "A deterministic transition beside one that somebody decides. In the YAML form it never runs by itself.",
    ),
    "CD708": Code(
        "no-choice",
        "warning",
        "A deterministic transition without a guard beside others: where one of these holds, the YAML form fails.",
    ),
}
