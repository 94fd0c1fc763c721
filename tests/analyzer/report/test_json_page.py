"""`docs/reference/json.md` names the fields of the JSON output, all of them and no others."""

import re
from pathlib import Path

from analyzer.finding import Severity
from analyzer.outcome import Outcome
from analyzer.report.pieces import record
from tests.analyzer.report.sample import CYCLE

PAGE = (Path(__file__).parent.parent.parent.parent / "docs" / "reference" / "json.md").read_text(encoding="utf-8")


def documented(section: str) -> list[str]:
    text = PAGE.split(f"## {section}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_every_field_of_a_finding_is_there() -> None:
    assert documented("A finding") == list(record.findings(Outcome((CYCLE,)))[0])


def test_every_field_of_the_summary_is_there() -> None:
    assert sorted(documented("The summary")) == sorted(record.summary(Outcome(), Severity.WARNING))


def test_every_field_at_the_top_is_there() -> None:
    assert documented("Top level") == ["version", "tool", "findings", "summary"]
