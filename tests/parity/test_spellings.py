"""Every spelling of an annotation means what its row says, in both front ends."""

from pathlib import Path

import pytest

from analyzer.source.project import Project
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.match import differences
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import Constrained, TypeForm, type_text, walk
from chaindsl.graph.unknown import Unknown, Why
from tests.parity.imported import imported_flow, lay_out
from tests.parity.spellings import SPELLINGS, Spelling


def from_source(path: Path) -> Flow:
    reading = Project().read(path)
    assert reading.problems == ()
    (flow,) = reading.flows
    assert flow.symbols == ("flow",)
    return flow.graph


def value_type(flow: Flow) -> TypeForm:
    assert isinstance(flow.body, Chain)
    (step,) = flow.body.parts
    assert isinstance(step, Step)
    return step.reads[0].type


def relation(source: TypeForm, live: TypeForm) -> str:
    ours, theirs = holes(source), holes(live)
    if not ours and not theirs:
        return "equal" if source == live else "different"
    if ours and theirs:
        return "unknown"
    if theirs:
        return "unknown-live"
    return "wildcard" if Why.OUTSIDE in ours else "unknown-source"


def holes(form: TypeForm) -> set[Why]:
    found = {part.why for part in walk(form) if isinstance(part, Unknown)}
    opened = any(isinstance(part, Constrained) and part.open for part in walk(form))
    return found | ({Why.DYNAMIC} if opened else set())


def canonical(source: TypeForm, live: TypeForm) -> str:
    return type_text(source if holes(live) else live)


@pytest.mark.parametrize("spelling", SPELLINGS, ids=lambda spelling: spelling.name)
def test_spelling(spelling: Spelling, tmp_path: Path) -> None:
    path = lay_out(tmp_path, spelling.source, spelling.files)
    source, live = from_source(path), imported_flow(path, script=spelling.script)
    assert list(differences(source, live)) == []
    ours, theirs = value_type(source), value_type(live)
    assert (relation(ours, theirs), canonical(ours, theirs)) == (spelling.relation, spelling.text)


def test_the_table_is_large_enough_and_names_each_row_once() -> None:
    names = [spelling.name for spelling in SPELLINGS]
    assert len(set(names)) == len(names)
    assert len(names) >= 60
