"""The pages of the rules as the documentation shows them, in Markdown. What they say, `rulebook` knows."""

from collections.abc import Iterator, Mapping

from analyzer.finding import Severity
from analyzer.rulebook import Entry, entries
from analyzer.rules.rule import Rule, Scope

INDEX = "index.md"
GROUPS = {
    "0": "Files and comments",
    "1": "Shape",
    "2": "Keys",
    "3": "Calls and budgets",
    "4": "Failures and chance",
    "5": "Prompts",
    "6": "Decisions and commands",
}
"""What the rules are about, by the first digit of their codes."""
_NOT_RUN = "<!-- not run: an example of the rule's own, which its test checks -->"
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.INFO)
_HEADS = {
    Severity.ERROR: "Errors",
    Severity.WARNING: "Warnings",
    Severity.INFO: "Information",
}


def pages() -> Mapping[str, str]:
    """All pages by the names of their files."""
    found = entries()
    return {file_of(one.rule): _page(one) for one in found.values()} | {INDEX: _index(list(found.values()))}


def file_of(rule: Rule) -> str:
    """The name of a rule's page."""
    return f"{rule.code}-{rule.name}.md"


def policy(folder: str = "../reference/rules") -> str:
    """A table of what is an error, a warning or information by default, and what runs only when it is selected."""
    found = list(entries().values())
    parts = []
    for severity in _ORDER:
        rows = [_row(one, folder) for one in found if one.default and one.rule.severity is severity]
        parts += [_table(_HEADS[severity], rows)] if rows else []
    rows = [_row(one, folder) for one in found if not one.default]
    return "\n\n".join([*parts, _table("Only when selected", rows)] if rows else parts)


def _page(entry: Entry) -> str:
    rule = entry.rule
    parts = [f"# {rule.code}: {rule.name}", f"{_facts(entry)}.", entry.text]
    parts += ["## Found", "Each line that ends in `# here`:" if "# here" in rule.bad else "", _code(rule.bad)]
    parts += ["## Not found", _code(rule.good)]
    silence = "" if rule.scope is Scope.SHELL else f"Silence one finding with `# chaindsl: ignore[{rule.code}] why`. "
    parts += [f"{silence}[All rules](index.md)"]
    return "\n\n".join(filter(None, parts)) + "\n"


def _code(example: str) -> str:
    return f"{_NOT_RUN}\n```python\n{example.strip()}\n```"


def _facts(entry: Entry) -> str:
    rule = entry.rule
    also = f" (some findings: {', '.join(rule.also)})" if rule.also else ""
    runs = "runs by default" if entry.default else "runs only when it is selected"
    return f"{rule.severity.value.capitalize()}{also}; {rule.confidence.value}; {runs}; since {rule.since}"


def _index(found: list[Entry]) -> str:
    parts = ["# The rules", "What each one finds. [How severe they are, and why](../../explanation/severity.md)"]
    for digit, title in GROUPS.items():
        rows = [_row(one, "") for one in found if one.rule.code[2] == digit]
        parts += [_table(title, rows)] if rows else []
    return "\n\n".join(parts) + "\n"


def _table(title: str, rows: list[str]) -> str:
    head = ["| rule | finds | severity | confidence |", "| --- | --- | --- | --- |"]
    return "\n".join([f"## {title}", "", *head, *rows])


def _row(entry: Entry, folder: str) -> str:
    rule = entry.rule
    link = f"[{rule.code} {rule.name}]({folder}{'/' if folder else ''}{file_of(rule)})"
    return f"| {' | '.join([link, _cell(entry), _severity(entry), rule.confidence.value])} |"


def _cell(entry: Entry) -> str:
    return entry.summary.replace("|", "\\|")


def _severity(entry: Entry) -> str:
    return ", ".join(_severities(entry))


def _severities(entry: Entry) -> Iterator[str]:
    yield entry.rule.severity.value
    yield from (f"or {one.value}" for one in entry.rule.also)
    if not entry.default:
        yield "only when selected"
