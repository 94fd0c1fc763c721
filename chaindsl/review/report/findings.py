"""A finding on the page: what is wrong, where, what proves it, what to do."""

from collections.abc import Sequence

from analyzer.facts.contract import name_of
from analyzer.finding import Finding, Related
from chaindsl.draw.markup import Html, element
from chaindsl.graph.flow import Flow
from chaindsl.review.report.anchors import Anchors


def finding_element(finding: Finding, anchors: Anchors) -> Html:
    """Return a finding with a link to the line that it is about."""
    address = anchors.line(finding.place)
    place = element("a", str(finding.place), href=address) if address else element("span", str(finding.place))
    head = element("p", element("span", f"{finding.severity.value} {finding.code}", class_="sign"), " ", finding.name,
                   " – ", finding.message)  # fmt: skip
    lines = [element("li", _witness(line)) for line in finding.witness]
    parts = [head, element("p", place, class_="faint"), element("ul", *lines) if lines else Html("")]
    if finding.help:
        parts.append(element("p", finding.help))
    return element("div", *parts, class_=f"finding {finding.severity.value}")


def _witness(line: Related | str) -> str:
    return line if isinstance(line, str) else f"{line.message} ({line.place})"


def about(flow: Flow, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings about a flow: those that name it or a step of it, in its file."""
    file = flow.place.file if flow.place is not None else None
    name = name_of(flow.name)
    return [
        one for one in findings if one.symbol.partition(".")[0] == name and (file is None or one.place.file == file)
    ]
