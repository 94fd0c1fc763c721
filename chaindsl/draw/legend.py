"""Explains the signs that a picture uses, and only those."""

from collections.abc import Sequence

from chaindsl.draw.model import Node, Role

_WORDS: dict[Role, tuple[str, str]] = {
    Role.STEP: ("step", "computes, asks no model"),
    Role.MODEL_STEP: ("model step", "is handed a model"),
    Role.BRANCH: ("branch", ""),
    Role.FORK: ("side by side", "all ways at once"),
    Role.JOIN: ("all done", "waits for every way"),
    Role.STATE: ("state", ""),
    Role.FINAL: ("final state", "the flow ends here"),
    Role.DETERMINISTIC: ("► deterministic", "goes by itself, lowest number first"),
    Role.AGENT: ("◊ agent", "a model decides"),
    Role.HUMAN: ("☺ human", "a person decides"),
    Role.MISSING: ("missing state", "named, but not there"),
    Role.NESTED: ("flow", "has a picture of its own"),
    Role.UNKNOWN: ("unknown", "not to be seen in source"),
}


def legend(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Return one sample of each role among the nodes; edges say in words what they are."""
    used = {node.role for node in nodes}
    found = [(role, title, (words,) if words else ()) for role, (title, words) in _WORDS.items() if role in used]
    return tuple(Node(f"l{i}", role, title, words) for i, (role, title, words) in enumerate(found, 1))
