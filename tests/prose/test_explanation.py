"""What the explanation says rule by rule is said of every rule, once."""

import re
from pathlib import Path

from analyzer.finding import Confidence
from analyzer.rules.registry import RULES, load

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "what-is-proved.md"


def test_every_rule_has_its_row_and_rules_that_only_judge_say_so() -> None:
    rows = re.findall(r"^\| (CD\d.*?) \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    said = [(code, text) for codes, text in rows for code in codes.split(", ")]
    assert sorted(code for code, _ in said) == list(RULES)
    judged = {loaded.rule.code for loaded in load(RULES) if loaded.rule.confidence is Confidence.JUDGED}
    assert {code for code, text in said if "judged: " in text or "judged always" in text} == judged
