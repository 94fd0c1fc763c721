"""All rules with their pages, for whoever explains them. It looks at no source."""

from typing import NamedTuple

from analyzer.plugins import Plugins
from analyzer.rules.registry import RULES, load
from analyzer.rules.rule import Rule


class Entry(NamedTuple):
    """A rule and its page in Markdown, the heading that names the rule left out."""

    rule: Rule
    text: str
    default: bool

    @property
    def summary(self) -> str:
        """What the rule finds: the first paragraph of its page, on one line."""
        paragraphs = (part.strip() for part in self.text.split("\n\n"))
        return " ".join(next((part for part in paragraphs if not part.startswith("#")), "").split())


def entries(plugins: Plugins | None = None) -> dict[str, Entry]:
    """All rules by code, in order; those of other packages last. Raises `Refusal` where one of these is broken."""
    others = [] if plugins is None else plugins.load(plugins.rules)
    return {one.rule.code: Entry(one.rule, body(one.page), one.rule.default) for one in [*load(RULES), *others]}


def body(page: str) -> str:
    """The page without its title."""
    lines = page.strip().split("\n")
    return "\n".join(lines[1:] if lines[0].startswith("# ") else lines).strip()
