"""What the rules of the graph say, word for word."""

from collections.abc import Callable
from pathlib import Path

from analyzer.check import check_reading
from analyzer.finding import Finding, Related
from analyzer.rules.registry import RULES, load
from analyzer.source.project import Project

GRAPH = [code for code in RULES if code[:3] in ("CD1", "CD2", "CD3")] + ["CD001", "CD002", "CD407", "CD601"]


def told(finding: Finding) -> str:
    place = f"{finding.place.line}:{finding.place.column}"
    lines = [f"{place} {finding.severity.value} {finding.confidence.value} [{finding.symbol}]", finding.message]
    lines += [f"because: {line(one)}" for one in finding.witness]
    lines += [f"see: {line(one)}" for one in finding.related]
    return "\n".join([*lines, f"help: {finding.help}"])


def line(one: Related | str) -> str:
    return one if isinstance(one, str) else f"{one.message} ({one.place.line})"


def test_what_is_said_about_the_bad_examples(golden: Callable[[str, str], None], tmp_path: Path) -> None:
    blocks = []
    for loaded in load(GRAPH):
        (tmp_path / "flow.py").write_text(loaded.rule.bad, encoding="utf-8")
        found = check_reading(Project().read(tmp_path / "flow.py", shown="flow.py"), [loaded.rule.code])
        blocks.append("\n".join([f"== {loaded.rule.code} {loaded.rule.name}", *map(told, found)]))
    golden("rules/graph.txt", "\n\n".join(blocks) + "\n")
