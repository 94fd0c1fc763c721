"""The sweep over the files: what is found passes settings and suppressions, in one order, whatever the files' order."""

from pathlib import Path

import pytest

from analyzer.coverage import Coverage
from analyzer.files import Finder, Listing
from analyzer.finding import Severity
from analyzer.mention import mentions
from analyzer.outcome import Outcome
from analyzer.refusal import Refusal
from analyzer.settings.configuration import Configuration
from analyzer.settings.settings import Layer, Selector
from analyzer.sweep import sweep, verified
from tests.analyzer.pretend import CATALOGUE, engine


def listing(folder: Path, *names: str, last: Layer | None = None) -> Listing:
    return Finder(Configuration(str(folder), last=last), str(folder)).find(names or (".",))


def swept(folder: Path, *names: str, last: Layer | None = None) -> Outcome:
    found = listing(folder, *names, last=last)
    seen = mentions(found)
    return sweep(seen, Coverage(seen.looked, skipped=tuple(found.skipped)), str(folder), engine())


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(f"chaindsl\n{text}\n")


def told(outcome: Outcome) -> list[str]:
    return [f"{one.place} {one.code}" for one in outcome.findings]


def test_findings_are_in_order_each_once(tmp_path: Path) -> None:
    write(tmp_path, b="CD202 CD101\nCD101@a.py:9", a="CD202\nCD101@a.py:9", c="nothing")
    outcome = swept(tmp_path)
    assert told(outcome) == ["a.py:2 CD202", "a.py:9 CD101", "b.py:2 CD101", "b.py:2 CD202"]
    assert told(swept(tmp_path, "b.py", "c.py", "a.py")) == told(outcome)
    assert set(outcome.texts) == {"a.py", "b.py"}


def test_coverage_counts(tmp_path: Path) -> None:
    write(tmp_path, a="flow flow hole", b="flow")
    (tmp_path / "c.py").write_text("x = 1\n")
    (tmp_path / "d.py").symlink_to(tmp_path / "d.py")
    seen = swept(tmp_path).coverage
    assert (seen.files, seen.parsed, seen.flows, seen.unknown, [one.shown for one in seen.skipped]) == (
        3, 2, 3, 1, ["d.py"],
    )  # fmt: skip
    assert not seen.whole


def test_settings_choose_per_file(tmp_path: Path) -> None:
    write(tmp_path, a="CD101 CD202", b="CD101 CD202")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.chaindsl]\nignore = ["CD101"]\nseverity = { CD2 = "error" }\nper-file-ignores = { "b.py" = ["ALL"] }\n'
    )
    outcome = swept(tmp_path)
    assert told(outcome) == ["a.py:2 CD202"]
    assert [one.severity for one in outcome.findings] == [Severity.ERROR]
    assert told(swept(tmp_path, last=Layer(select=(Selector("CD101"),)))) == ["a.py:2 CD101"]


def test_a_finding_in_another_file_obeys_the_settings_of_that_file(tmp_path: Path) -> None:
    write(tmp_path, a="CD101@b.py:3 CD202@b.py:3", b="x")
    (tmp_path / "pyproject.toml").write_text('[tool.chaindsl.per-file-ignores]\n"b.py" = ["CD101"]\n')
    assert told(swept(tmp_path)) == ["b.py:3 CD202"]


def test_comments_silence_findings_and_are_counted(tmp_path: Path) -> None:
    write(tmp_path, a="CD101  # chaindsl: ignore[CD101]\nCD202  # chaindsl: ignore[CD101]")
    outcome = swept(tmp_path)
    assert told(outcome) == ["a.py:3 CD202", "a.py:3 CD003"]
    assert outcome.suppressed == 1


def test_comments_reach_findings_that_another_file_gave_rise_to(tmp_path: Path) -> None:
    write(tmp_path, a="flow CD101@b.py:2", b="x  # chaindsl: ignore[CD101]")
    assert told(swept(tmp_path)) == []
    (tmp_path / "b.py").rename(tmp_path / "b.txt")
    write(tmp_path, a="flow CD101@b.txt:2")
    assert (told(swept(tmp_path)), swept(tmp_path).suppressed) == ([], 1)


def test_a_comment_is_unused_only_if_its_rule_ran_to_the_end(tmp_path: Path) -> None:
    comment = "x  # chaindsl: ignore[CD101]"
    write(tmp_path, a=f"flow\n{comment}")
    assert told(swept(tmp_path)) == ["a.py:3 CD003"]
    assert told(swept(tmp_path, "a.py")) == ["a.py:3 CD003"]
    assert told(swept(tmp_path, last=Layer(ignore=(Selector("CD101"),)))) == []
    assert told(swept(tmp_path, last=Layer(ignore=(Selector("CD003"),)))) == []
    write(tmp_path, a=f"flow cut\n{comment}")
    assert told(swept(tmp_path)) == []


def test_a_comment_in_a_file_without_flows_is_unused_only_if_all_files_were_looked_at(tmp_path: Path) -> None:
    write(tmp_path, a="x  # chaindsl: ignore[CD101]")
    assert told(swept(tmp_path)) == ["a.py:2 CD003"]
    assert told(swept(tmp_path, "a.py")) == []


def test_the_finding_about_a_comment_can_be_silenced_and_has_a_severity_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, a="# chaindsl: file-ignore[CD003]\nx  # chaindsl: ignore[CD101]")
    assert told(swept(tmp_path)) == []
    write(tmp_path, a="x  # chaindsl: ignore[CD101]")
    (tmp_path / "pyproject.toml").write_text('[tool.chaindsl]\nseverity = { CD003 = "info" }\n')
    assert [one.severity for one in swept(tmp_path).findings] == [Severity.INFO]


def test_a_rule_that_fails_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, a="crash", b="CD101")
    outcome = swept(tmp_path)
    assert told(outcome) == ["b.py:2 CD101"]
    assert [(one.shown, one.reason) for one in outcome.failures] == [
        ("a.py", "the analyzer failed, please report it: ZeroDivisionError: by zero")
    ]
    monkeypatch.setenv("CHAINDSL_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        swept(tmp_path)


def test_selectors_that_mean_nothing(tmp_path: Path) -> None:
    harmless = Configuration(str(tmp_path), last=Layer(ignore=(Selector("CD999"),))).default
    assert [str(one) for one in verified([harmless, harmless], CATALOGUE)] == [
        "there is no rule 'CD999' [unknown-rule]"
    ]
    wrong = Configuration(str(tmp_path), last=Layer(select=(Selector("CD20"), Selector("unread-keys")))).default
    with pytest.raises(Refusal) as refused:
        verified([wrong], CATALOGUE)
    assert str(refused.value) == "there is no rule 'unread-keys'; did you mean 'unread-key'? [unknown-rule]"
