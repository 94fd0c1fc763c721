"""`chaindsl rule`: every rule has its page, by code or by name, for people and for programs."""

import json

import pytest

from analyzer.rulebook import entries
from analyzer.rules.registry import RULES
from chaindsl.cli import main as door


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = door.guarded(["rule", *arguments])
    return status, *capsys.readouterr()


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_a_page(capsys: pytest.CaptureFixture[str], code: str) -> None:
    status, out, err = run(capsys, code)
    rule = entries()[code].rule
    assert (status, err) == (0, "")
    assert out.startswith(f"{code} {rule.name} ({rule.severity}, {rule.confidence}, since {rule.since}")
    assert [part for part in ("## Finds", "## Why", "Found:", "Not found:") if part not in out] == []
    assert run(capsys, rule.name)[1] == out
    assert run(capsys, code.lower())[1] == out


def test_a_page_is_text_and_both_examples(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "CD003")[1].splitlines()
    assert lines[:4] == [
        "CD003 unused-suppression (warning, proved, since 0.1.0)",
        "",
        "## Finds",
        "",
    ]
    assert lines.index("Found:") < lines.index("Not found:")
    assert "    from chaindsl import chain, step" in lines


def test_without_a_name_all_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys)[1].splitlines()
    assert [line.split()[:2] for line in lines] == [[code, entry.name] for code, entry in RULES.items()]
    assert max(map(len, lines)) < 130


def test_all_pages(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--all")[1]
    assert [line.split()[0] for line in out.splitlines() if line.startswith("CD")] == list(RULES)


def test_pages_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    one = json.loads(run(capsys, "CD003", "--output-format", "json")[1])
    assert list(one) == [
        "code", "name", "summary", "severity", "confidence", "since", "default", "page", "bad", "good",
    ]  # fmt: skip
    assert one["summary"] == (
        "A comment `# chaindsl: ignore[...]` that silences nothing, names a rule that does not exist, or is malformed."
    )
    every = json.loads(run(capsys, "--all", "--output-format", "json")[1])
    assert [entry["code"] for entry in every] == list(RULES)
    assert one in every


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["CD998"], "error: usage: there is no rule 'CD998'"),
        (["cd00x"], "error: usage: there is no rule 'cd00x'; did you mean 'CD00"),
        (["unknown-parts"], "error: usage: there is no rule 'unknown-parts'; did you mean 'unknown-part'?"),
        (["zzz"], "error: usage: there is no rule 'zzz'"),
        (["CD001", "--all"], "error: usage: name a rule, or ask for --all, not both"),
    ],
)
def test_a_wrong_name_is_a_line(capsys: pytest.CaptureFixture[str], arguments: list[str], line: str) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(line)
