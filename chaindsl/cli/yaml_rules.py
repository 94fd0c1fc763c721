"""The codes of YAML as rules, for whoever explains them."""

from analyzer.finding import Confidence, Severity
from analyzer.rulebook import Entry
from analyzer.rules.rule import Rule, Scope
from chaindsl.yamlform.codes import CODES
from chaindsl.yamlform.pages import PAGES


def yaml_entries() -> dict[str, Entry]:
    """Return each code of YAML with its page."""
    found = {}
    for code, one in CODES.items():
        page = PAGES[code]
        rule = Rule(
            code, one.name, Severity(one.severity), Confidence.PROVED, "0.1.0", page.bad, page.good, scope=Scope.SHELL
        )
        found[code] = Entry(rule, f"## Finds\n\n{one.page}\n\n## Why\n\n{page.why}", default=True)
    return found
