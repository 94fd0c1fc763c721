"""The whole page about a project, in one file that needs no network and says everything without script."""

from collections.abc import Sequence
from importlib.resources import files

from analyzer.finding import Finding
from chaindsl.draw.markup import Html, element, joined
from chaindsl.draw.page import document
from chaindsl.graph.flow import Flow
from chaindsl.review.project import ProjectView
from chaindsl.review.report.anchors import Anchors, anchors_of
from chaindsl.review.report.findings import about, finding_element
from chaindsl.review.report.flows import flow_section, overview
from chaindsl.review.report.sources import source_sections


def report_page(view: ProjectView, folder: str, title: str, version: str) -> str:
    """Return the page; `folder` is what shown paths are relative to. The same project gives the same bytes."""
    anchors = anchors_of(view, folder)
    flows = [(flow, about(flow, view.findings)) for flow in anchors.flows]
    body = joined(
        (
            element("header", element("h1", title), _counts(view, len(flows))),
            element("main", *_main(view, flows), *_sections(flows, view, anchors)),
            element("footer", f"Made by chaindsl {version} from source alone; nothing of it was run or imported."),
        )
    )
    return document(title, body, _file("report.css"), _file("report.js"))


def _main(view: ProjectView, flows: Sequence[tuple[Flow, list[Finding]]]) -> list[Html]:
    if not flows:
        return [element("p", "There is no flow in these files.")]
    problems = [element("li", f"{problem.place}: {problem.message}") for problem in view.problems]
    return [
        overview(flows),
        *([element("h3", "Could not be read"), element("ul", *problems, class_="plain")] if problems else []),
    ]


def _sections(flows: Sequence[tuple[Flow, list[Finding]]], view: ProjectView, anchors: Anchors) -> list[Html]:
    found = [flow_section(number, flow, findings, anchors) for number, (flow, findings) in enumerate(flows)]
    told = {id(finding) for _, findings in flows for finding in findings}
    others = [finding for finding in view.findings if id(finding) not in told]
    if others:
        rest = [finding_element(finding, anchors) for finding in others]
        found.append(element("section", element("h2", "Other findings"), *rest, class_="flow"))
    sources = list(source_sections(anchors, view.findings))
    if sources:
        found.append(element("section", element("h2", "Source"), *sources, class_="flow", id="source"))
    return found


def _counts(view: ProjectView, flows: int) -> Html:
    prompts = f"{flows} {'flow' if flows == 1 else 'flows'} in {len(view.files)} of {view.looked} files"
    number = len(view.findings)
    return element("p", f"{prompts}, {number} {'finding' if number == 1 else 'findings'}", class_="faint")


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
