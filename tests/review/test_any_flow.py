"""Whatever graph there is, everything that is shown of it ends in words: pages, pictures, estimates, paths."""

import subprocess
import sys
from pathlib import Path

from hypothesis import given, settings

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.draw.model import Drawing
from chaindsl.graph.flow import Flow
from chaindsl.review.cost.data import estimate_data
from chaindsl.review.cost.estimate import estimate
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.table import Table
from chaindsl.review.cost.text import estimate_text
from chaindsl.review.pages.markdown import flow_page
from chaindsl.review.pictures.picture import Wish, drawn
from chaindsl.review.simulation.coverage import counted, coverage_of, covered
from chaindsl.review.ways.flow_ways import ways_of
from chaindsl.trace.stored import StoredTrace
from tests.graph.generated import Graphs
from tests.review.report.project import written

WISHES = (Wish(data=True, calls=True, findings=()), Wish(collapse=True, data=True, trace=StoredTrace({})))


@settings(max_examples=25)
@given(Graphs().flows())
def test_a_page_and_pictures(flow: Flow) -> None:
    assert flow_page(flow).startswith("<!--")
    for wish in WISHES:
        assert isinstance(drawn(flow, wish), Drawing)


@settings(max_examples=25)
@given(Graphs().flows())
def test_an_estimate_and_paths(flow: Flow) -> None:
    facts = FlowFacts(flow)
    found = estimate(facts, Rates(Table(defaults={"success": 0.5, "noticed": 0.5})), most_ways=10)
    assert estimate_text(found, most_ways=5).endswith("\n")
    assert estimate_data(found)["version"] == 1
    coverage = coverage_of(facts.flow, ways_of(facts, 10).found)
    taken, all_ = counted(covered(facts.flow, coverage), coverage)
    assert 0 <= taken <= all_
    assert all(0 <= count <= coverage.paths for count in coverage.taken.values())
    assert FlowCost(facts, Rates()).bill.completes <= 1


CODE = """
from analyzer.facts.flow_facts import FlowFacts
from chaindsl.review.cost.estimate import estimate
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.text import estimate_text
from chaindsl.review.pages.folder import pages_of
from chaindsl.review.project import view_project
from chaindsl.review.report.document import report_page
import os
view = view_project((), os.getcwd())
flows = [flow.graph for file in view.files for flow in file.flows]
print(report_page(view, os.getcwd(), "t", "0"), pages_of(flows))
for flow in flows:
    print(estimate_text(estimate(FlowFacts(flow), Rates()), most_ways=9))
"""


def test_every_process_says_the_same(tmp_path: Path) -> None:
    folder = written(tmp_path)
    root = str(Path(__file__).parents[2])
    said = {
        subprocess.run(
            [sys.executable, "-c", CODE],
            cwd=folder,
            env={"PYTHONHASHSEED": number, "PYTHONPATH": root, "PATH": "/usr/bin:/bin"},
            capture_output=True,
            check=True,
            timeout=120,
        ).stdout
        for number in ("1", "2")
    }
    assert len(said) == 1
