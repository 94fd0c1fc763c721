"""A baseline knows findings by rule, path, subject and number, never by line."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.baseline import Baseline
from analyzer.finding import Confidence, Finding, Severity
from analyzer.refusal import Refusal
from chaindsl.graph.place import Place


def finding(path: str = "a.py", code: str = "CD202", symbol: str = "qa.clarify", line: int = 1,
            severity: Severity = Severity.WARNING) -> Finding:  # fmt: skip
    return Finding(code, "unread-key", "m", severity, Confidence.PROVED, Place(path, line), symbol)


FINDINGS = st.lists(
    st.builds(finding, st.sampled_from(["a.py", "b/c.py"]), st.sampled_from(["CD1", "CD2"]), st.text(max_size=3))
)


def written(folder: Path, *found: Finding, name: str = "base.json") -> Baseline:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(Baseline.of(found, str(path), str(folder)).text())
    return Baseline.read(str(path))


def test_the_file_is_one_line_an_entry_in_order(tmp_path: Path) -> None:
    found = [finding(line=9), finding("b/c.py", "CD101", ""), finding(line=1), finding(severity=Severity.INFO)]
    written(tmp_path, *found)
    assert (tmp_path / "base.json").read_text() == (
        '{\n  "version": 1,\n  "findings": [\n'
        '    {"code": "CD202", "path": "a.py", "symbol": "qa.clarify", "count": 2},\n'
        '    {"code": "CD101", "path": "b/c.py", "symbol": "", "count": 1}\n  ]\n}\n'
    )


def test_an_empty_one_is_valid(tmp_path: Path) -> None:
    written(tmp_path)
    assert json.loads((tmp_path / "base.json").read_text()) == {"version": 1, "findings": []}


def test_only_more_findings_than_before_are_new(tmp_path: Path) -> None:
    base = written(tmp_path, finding(line=1), finding(line=2))
    found = [finding(line=11), finding(line=12), finding(line=13), finding(code="CD101"), finding(symbol="qa.other")]
    split = base.split(found, str(tmp_path / "base.json"), str(tmp_path), ["a.py"])
    assert (split.new, split.known, split.stale) == (tuple(found[2:]), 2, 0)


def test_information_is_never_in_a_baseline(tmp_path: Path) -> None:
    base = written(tmp_path, finding())
    told = finding(severity=Severity.INFO)
    assert base.split([told], "base.json", str(tmp_path), []).new == (told,)


def test_entries_that_find_nothing_are_stale_if_their_file_was_checked_or_is_gone(tmp_path: Path) -> None:
    (tmp_path / "unchecked.py").touch()
    base = written(tmp_path, finding("checked.py"), finding("unchecked.py"), finding("gone.py"))
    assert base.split([], "base.json", str(tmp_path), ["checked.py"]).stale == 2


def test_paths_are_relative_to_its_own_folder(tmp_path: Path) -> None:
    base = written(tmp_path, finding("src/a.py"), name="config/base.json")
    assert [key.path for key in base.counts] == ["../src/a.py"]
    split = base.split([finding("a.py")], str(tmp_path / "config" / "base.json"), str(tmp_path / "src"), [])
    assert (split.new, split.known) == ((), 1)


@given(FINDINGS)
def test_what_was_written_is_known(tmp_path_factory: pytest.TempPathFactory, found: list[Finding]) -> None:
    folder = tmp_path_factory.mktemp("base")
    split = written(folder, *found).split(found[::-1], "base.json", str(folder), ["a.py"])
    assert (split.new, split.known, split.stale) == ((), len(found), 0)


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "nonsense", "[" * 100_000, '{"version": 2, "findings": []}', '{"version": 1}', "\udc80",
        '{"version": 1, "findings": [{"code": "CD1"}]}', '{"version": 1, "findings": [1]}',
        '{"version": 1, "findings": [{"code": "CD1", "path": "a", "symbol": "", "count": "x"}]}',
    ],
)  # fmt: skip
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "base.json"
    path.write_text(text, errors="surrogateescape")
    with pytest.raises(Refusal) as refused:
        Baseline.read(str(path))
    assert [(one.code, one.hint) for one in refused.value.issues] == [
        ("no-baseline", "delete it and write it again with --write-baseline")
    ]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="No such file or directory; --write-baseline writes one"):
        Baseline.read(str(tmp_path / "gone.json"))
