"""The patterns that `chaindsl new` starts a flow with, and the files that each is made of.

The files lie in `templates/`, a folder for each pattern and one for what all share. Their names end with `.txt` where
they would be taken for code or settings of our own. It must not know where they are written.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

SUFFIX = ".txt"
SHARED = "shared"
HIDDEN = {"pre-commit-config.yaml": ".pre-commit-config.yaml", "gitignore": ".gitignore"}
"""Files whose names begin with a dot where they are written, and not where they are kept."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a pattern is for, and an example of what `chaindsl run` gives it."""

    purpose: str
    example: str


PATTERNS: dict[str, Pattern] = {
    "sequential": Pattern("Fixed steps, one after the other.", '--model local "question=How hot is the Sun?"'),
    "router": Pattern(
        "A model names the topic; each has its own steps.", '--model local "question=What does it cost?"'
    ),
    "map-reduce": Pattern("A note for every part of a text, then one summary.", '--model local "document=One part."'),
    "self-ask": Pattern(
        "Smaller questions first, but never more than three.", '--model local "question=Which has more moons?"'
    ),
    "reflect": Pattern("Draft, criticise, revise, until it is approved.", "--model local topic=Mars"),
    "workflow": Pattern(
        "Computed where it can be; a model or a person decides.", '--model local amount=70 "letter=It came broken."'
    ),
}


def rendered(pattern: str, name: str, version: str, *, flow_only: bool = False) -> dict[str, str]:
    """Return the text of every file of a new flow by its path; with `flow_only` without the settings of a project."""
    words = {"name": name, "version": version, "purpose": PATTERNS[pattern].purpose}
    words["example"] = PATTERNS[pattern].example
    folders = [pattern] if flow_only else [pattern, SHARED]
    found = {}
    for folder in folders:
        for path, text in _kept(files("chaindsl.cli") / "templates" / folder):
            target = HIDDEN.get(path, path).replace("flow.py", f"{name}.py")
            found[target] = _filled(text, words)
    return found


def _kept(folder: Traversable, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield each file below a folder: its path without our ending, and its text."""
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        path = f"{before}{entry.name}"
        if entry.is_dir():
            yield from _kept(entry, f"{path}/")
        else:
            yield path.removesuffix(SUFFIX), entry.read_text(encoding="utf-8")


def _filled(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(f"{{{{{word}}}}}", value)
    return text
