"""SARIF is what its schema says, and what code scanning needs besides."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from analyzer.finding import Confidence, Edit, Finding, Fix, Related, Severity
from analyzer.outcome import Outcome
from analyzer.report.sarif import render
from chaindsl.graph.place import Place
from tests.analyzer.report.sample import CLEAN, FAILED, OUTCOME, PAGE

SCHEMA = json.loads((Path(__file__).parents[2] / "data" / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
VALIDATOR = Draft4Validator(SCHEMA, format_checker=Draft4Validator.FORMAT_CHECKER)

TEXT = st.text(max_size=8)
PLACES = st.builds(
    Place,
    st.sampled_from(["a.py", "b c/ü.py", "/abs/x.py", "\udc80.py"]),
    st.integers(1, 99),
    st.integers(1, 99),
    st.sampled_from([0, 99]),
    st.integers(0, 99),
)
RELATED = st.builds(Related, PLACES, TEXT.filter(bool))
FIXES = st.builds(Fix, TEXT, st.lists(st.builds(Edit, PLACES, TEXT), min_size=1, max_size=2).map(tuple), st.booleans())
FINDINGS = st.builds(
    Finding,
    st.sampled_from(["CD101", "CD202"]),
    st.just("name"),
    TEXT,
    st.sampled_from(Severity),
    st.sampled_from(Confidence),
    PLACES,
    TEXT,
    st.lists(RELATED, max_size=2).map(tuple),
    st.lists(st.one_of(RELATED, TEXT), max_size=2).map(tuple),
    TEXT,
    st.none() | FIXES,
)


def faults(text: str) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(json.loads(text))]


@pytest.mark.parametrize("outcome", [OUTCOME, FAILED, CLEAN], ids=["full", "failed", "clean"])
def test_the_sample_fits_the_schema(outcome: Outcome) -> None:
    assert faults(render(outcome, PAGE)) == []


@given(st.lists(FINDINGS, max_size=4).map(tuple))
def test_any_findings_fit_the_schema(findings: tuple[Finding, ...]) -> None:
    assert faults(render(Outcome(findings), PAGE)) == []


def test_the_schema_can_refuse() -> None:
    broken = render(OUTCOME, PAGE).replace('"startLine": 6', '"startLine": 0')
    assert faults(broken)


def test_paths_are_relative_uris_where_they_can_be() -> None:
    results = json.loads(render(OUTCOME, PAGE))["runs"][0]["results"]
    artifacts = [result["locations"][0]["physicalLocation"]["artifactLocation"] for result in results]
    assert artifacts[:2] == [
        {"uri": "file:///elsewhere/sp%20ace.py"},
        {"uri": "flows/release.py", "uriBaseId": "SRCROOT"},
    ]


def test_the_witness_is_a_code_flow() -> None:
    result = json.loads(render(OUTCOME, PAGE))["runs"][0]["results"][1]
    locations = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [
        (one["location"]["message"]["text"], one["location"]["physicalLocation"]["region"]["startLine"])
        for one in locations
    ] == [("there: a → b", 6), ("back: b → a", 11), ("no guard, no limit", 6)]


def test_a_fingerprint_outlives_a_move() -> None:
    from dataclasses import replace

    def marks(*findings: Finding) -> list[str]:
        results = json.loads(render(Outcome(findings), PAGE))["runs"][0]["results"]
        return [result["partialFingerprints"]["chaindslFinding/v1"] for result in results]

    cycle = OUTCOME.findings[1]
    moved = replace(cycle, place=replace(cycle.place, line=60, end_line=61), message="said otherwise")
    assert marks(cycle) == marks(moved)
    assert len(set(marks(cycle, moved))) == 2
