"""The source of flows on the page: a line each with its number, links to the pictures, findings marked."""

from collections.abc import Iterator, Sequence

from analyzer.facts.contract import name_of
from analyzer.finding import Finding
from chaindsl.draw.markup import Html, element, joined
from chaindsl.review.report.anchors import Anchors, line_id


def source_sections(anchors: Anchors, findings: Sequence[Finding]) -> Iterator[Html]:
    """Yield each file that is shown, folded until something in it is asked for."""
    for number, (file, lines) in enumerate(anchors.sources.items()):
        marks = {one.place.line: one.severity.value for one in reversed(findings) if one.place.file == file}
        here = {flow.place.line: flow for flow in anchors.flows if flow.place is not None and flow.place.file == file}
        shown = []
        for line, text in enumerate(lines, 1):
            content: list[str] = [text]
            if line in here:
                content += ["   ", element("a", f"↑ {name_of(here[line].name)}", href=anchors.flow(here[line]))]
            shown.append(
                element("span", *content, id=line_id(number, line), data_line=str(line), class_=marks.get(line))
            )
        title = element("summary", element("code", file), f" – {len(lines)} lines")
        yield element("details", title, element("pre", joined(shown), class_="source"))
