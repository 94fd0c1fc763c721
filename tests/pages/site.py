"""The configuration of the site: what stands in its navigation, and the rules there as the registry has them."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from analyzer.rulebook import entries
from analyzer.rulepages import GROUPS, INDEX, file_of

ROOT = Path(__file__).parent.parent.parent
CONFIGURATION = ROOT / "zensical.toml"
FOLDER = "reference/rules"
MARKED = re.compile(r"(\n *# rules: [^\n]*\n).*?(\n? *# /rules\n)", re.DOTALL)


def with_rules(text: str) -> str:
    """The configuration with all rules in its navigation, group by group."""
    lines = [f'      {{ "All rules" = "{FOLDER}/{INDEX}" }},']
    rules = [one.rule for one in entries().values()]
    for digit, title in GROUPS.items():
        lines.append(f'      {{ "{title}" = [')
        lines += [
            f'        {{ "{rule.code} {rule.name}" = "{FOLDER}/{file_of(rule)}" }},'
            for rule in rules
            if rule.code[2] == digit
        ]
        lines.append("      ] },")
    inside = "\n".join(lines)
    return MARKED.sub(lambda found: f"{found[1]}{inside}\n{found[2].lstrip(chr(10))}", text)


def navigation() -> list[str]:
    """The pages in the navigation, in its order."""
    with CONFIGURATION.open("rb") as file:
        return list(targets(tomllib.load(file)["project"]["nav"]))


def targets(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from targets(inner)
