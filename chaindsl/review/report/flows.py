"""A flow's part of the page: summary, picture, contracts, costs, guarantees, findings, prompts."""

from collections.abc import Iterator, Sequence

from analyzer.facts.contract import name_of
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Finding
from chaindsl.draw.beside import Table
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.markup import Html, element, joined
from chaindsl.draw.mermaid import mermaid_text
from chaindsl.draw.model import Drawing
from chaindsl.draw.overlay import annotated, linked
from chaindsl.draw.page import inlined
from chaindsl.draw.render import render
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.text import amount
from chaindsl.review.pages.prompts import UsedPrompt, prompts_of
from chaindsl.review.pages.summary import guarantees_of, summary_of
from chaindsl.review.pictures.contracts import contract_table
from chaindsl.review.pictures.notes import FINDING_WORDS, finding_notes
from chaindsl.review.report.anchors import Anchors, flow_id
from chaindsl.review.report.findings import finding_element
from chaindsl.review.ways.flow_ways import ways_of
from chaindsl.review.ways.telling import told

SECONDS = 20.0
"""How long a picture may take to be laid out."""
MOST_WAYS = 30


def flow_section(number: int, flow: Flow, findings: Sequence[Finding], anchors: Anchors) -> Html:
    """Return the part of the page about one flow; `findings` are those about it."""
    facts = FlowFacts(flow)
    cost = FlowCost(facts, Rates())
    source = anchors.line(flow.place)
    place = element("p", element("a", str(flow.place), href=source), class_="faint") if source else Html("")
    parts = [
        element("h2", name_of(flow.name)),
        place,
        element("p", flow.doc.strip()) if flow.doc.strip() else Html(""),
        _facts(cost),
        _picture(flow, findings, anchors),
        *_listed("Guarantees", guarantees_of(cost)),
        *_findings(findings, anchors),
        element("h3", "Steps"),
        _table(contract_table(cost)),
        *_ways(cost),
        *_prompts(prompts_of(facts.flow)),
    ]
    return element("section", *parts, class_="flow", id=flow_id(number))


def _facts(cost: FlowCost) -> Html:
    pairs = (element("div", element("dt", label), element("dd", text)) for label, text in summary_of(cost))
    return element("dl", *pairs, class_="facts")


def _picture(flow: Flow, findings: Sequence[Finding], anchors: Anchors) -> Html:
    try:
        drawing = annotated(draw_flow(flow), finding_notes(flow, findings), FINDING_WORDS)
        drawing = linked(drawing, anchors.of)
    except ChainDslError as error:
        return element("p", f"There is no picture: {error.issue.message}.", class_="faint")
    try:
        svg = inlined(render(drawing, "svg", seconds=SECONDS))
    except ChainDslError as error:
        return _as_text(drawing, error)
    label = f"Picture of {name_of(flow.name)}; steps lead to their source"
    buttons = (
        element("button", sign, type="button", value=value, title=title, aria_label=title)
        for sign, value, title in (("+", "in", "larger"), ("−", "out", "smaller"), ("1:1", "reset", "as it was"))
    )
    picture = element("div", svg, class_="picture", tabindex="0", role="group", aria_label=label)
    return element("div", picture, element("div", *buttons, class_="zoom", hidden=True), class_="frame")


def _as_text(drawing: Drawing, error: ChainDslError) -> Html:
    said = element("summary", f"There is no picture here ({error.issue.message}); this is it as Mermaid text")
    return element("details", said, element("pre", mermaid_text(drawing)))


def _listed(title: str, lines: Sequence[str]) -> Iterator[Html]:
    if lines:
        yield element("h3", title)
        yield element("ul", *(element("li", line) for line in lines), class_="plain")


def _findings(findings: Sequence[Finding], anchors: Anchors) -> Iterator[Html]:
    if findings:
        yield element("h3", "Findings")
        yield from (finding_element(finding, anchors) for finding in findings)


def _table(table: Table) -> Html:
    head = element("tr", *(element("th", cell) for cell in table.head))
    rows = (element("tr", *(element("td", cell) for cell in row)) for row in table.rows)
    whole = element("table", element("thead", head), element("tbody", *rows))
    return element("div", whole, class_="scroll")


def _ways(cost: FlowCost) -> Iterator[Html]:
    ways = ways_of(cost.facts)
    head = element("tr", *(element("th", text) for text in ("calls", "at most", "ends in", "path")))
    rows = []
    for way in ways.found[:MOST_WAYS]:
        bill = cost.way(way)
        numbers = (element("td", amount(value), class_="number") for value in (bill.calls.least, bill.calls.most))
        end = f"{'✗ ' if way.fails else ''}{way.end}"
        rows.append(element("tr", *numbers, element("td", end), element("td", told(way), class_="path")))
    more = "" if ways.whole else ", more than are counted"
    title = element("summary", f"Paths: {len(ways.found)}{more}")
    table = element("table", element("thead", head), element("tbody", *rows))
    rest = len(ways.found) - MOST_WAYS
    last = element("p", f"… and {rest} more", class_="faint") if rest > 0 else Html("")
    yield element("h3", "Paths and costs")
    yield element("details", title, element("div", table, class_="scroll"), last)


def _prompts(prompts: Sequence[UsedPrompt]) -> Iterator[Html]:
    if prompts:
        yield element("h3", "Prompts")
    for prompt in prompts:
        used = f"{prompt.name}, version {prompt.version} – used by {', '.join(prompt.steps)}"
        text = "Its text is not known from source." if prompt.text is None else prompt.text
        yield element("details", element("summary", used), element("pre", text), class_="prompt")


def overview(flows: Sequence[tuple[Flow, Sequence[Finding]]]) -> Html:
    """Return the table of all flows, each leading to its part of the page."""
    calls_head = element("th", "calls at most", class_="number")
    head = element("tr", element("th", "flow"), element("th", "kind"), calls_head, *map(_head, ("file", "findings")))
    rows = []
    for number, (flow, findings) in enumerate(flows):
        calls = amount(FlowFacts(flow).calls.most)
        link = element("a", name_of(flow.name), href=f"#{flow_id(number)}")
        cells = [element("td", link), element("td", flow.kind.value), element("td", calls, class_="number")]
        file = "" if flow.place is None else flow.place.file
        rows.append(element("tr", *cells, element("td", element("code", file)), element("td", _badge(findings))))
    whole = element("table", element("thead", head), element("tbody", *rows))
    return element("div", whole, class_="scroll")


def _head(text: str) -> Html:
    return element("th", text)


def _badge(findings: Sequence[Finding]) -> Html:
    if not findings:
        return element("span", "✓ none", class_="badge ok")
    worst = "error" if any(one.severity == "error" for one in findings) else "warning"
    return joined([element("span", f"⚠ {len(findings)}", class_=f"badge {worst}")])
