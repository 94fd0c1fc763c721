"""A flow as a Markdown page, and the index of all of them. The same source gives the same bytes."""

import re
from collections.abc import Iterator, Sequence

from analyzer.facts.contract import name_of
from analyzer.facts.flow_facts import FlowFacts
from chaindsl.draw.beside import Table, markdown_table, plain
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.mermaid import markdown_text
from chaindsl.draw.theme import Theme
from chaindsl.draw.wording import visible
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.text import amount
from chaindsl.review.pages.prompts import UsedPrompt, prompts_of
from chaindsl.review.pages.summary import guarantees_of, summary_of
from chaindsl.review.pictures.contracts import contract_table
from chaindsl.review.ways.flow_ways import ways_of
from chaindsl.review.ways.telling import told

MARK = "<!-- Made by `chaindsl docs`; changes to this page are lost. -->"
"""The first line of every page that is made, by which it is known again."""
MOST_WAYS = 30


def flow_page(flow: Flow) -> str:
    """Return the page about a flow."""
    cost = FlowCost(FlowFacts(flow), Rates())
    blocks = [MARK, f"# {plain(name_of(flow.name))}", *_blocks(cost, flow)]
    return "\n\n".join(block.rstrip("\n") for block in blocks if block) + "\n"


def index_page(pages: Sequence[tuple[str, Flow]]) -> str:
    """Return the index of pages, by their files' names."""
    rows = []
    for file, flow in pages:
        facts = FlowFacts(flow)
        calls = amount(facts.calls.most)
        source = "" if flow.place is None else flow.place.file
        rows.append(f"| [{plain(facts.name)}]({file}) | {flow.kind.value} | {calls} | {plain(source)} |\n")
    head = "| flow | kind | calls at most | source |\n| --- | --- | --- | --- |\n"
    return f"{MARK}\n\n# Flows\n\n{head}{''.join(rows)}"


def _blocks(cost: FlowCost, flow: Flow) -> Iterator[str]:
    yield "\n".join(plain(line.strip()) for line in flow.doc.strip().splitlines())
    if flow.place is not None:
        yield f"Source: {plain(flow.place.file)}"
    yield markdown_table(Table(("", ""), tuple(summary_of(cost))))
    yield "## Picture"
    yield _picture(flow)
    guarantees = guarantees_of(cost)
    if guarantees:
        yield "## Guarantees"
        yield "\n".join(f"- {plain(text)}" for text in guarantees)
    yield "## Steps"
    yield markdown_table(contract_table(cost))
    yield "## Paths and costs"
    yield from _ways(cost)
    prompts = prompts_of(cost.facts.flow)
    if prompts:
        yield "## Prompts"
        for prompt in prompts:
            yield from _prompt(prompt)


def _picture(flow: Flow) -> str:
    try:
        return markdown_text(draw_flow(flow), Theme.AUTO)
    except ChainDslError as error:
        return f"There is none: {plain(error.issue.message)}."


def _ways(cost: FlowCost) -> Iterator[str]:
    ways = ways_of(cost.facts)
    rows = []
    for way in ways.found[:MOST_WAYS]:
        calls = cost.way(way).calls
        rows.append((amount(calls.least), amount(calls.most), f"{'✗ ' if way.fails else ''}{way.end}", told(way)))
    yield markdown_table(Table(("calls", "at most", "ends in", "path"), tuple(rows)))
    rest = len(ways.found) - MOST_WAYS
    if rest > 0:
        yield f"… and {rest} more paths."
    if not ways.whole:
        yield "There are more paths than are counted; these take every route and every transition."


def _prompt(prompt: UsedPrompt) -> Iterator[str]:
    yield f"### {plain(prompt.name)}, version {plain(prompt.version)}"
    yield f"Used by {plain(', '.join(prompt.steps))}."
    if prompt.text is None:
        yield "Its text is not known from source."
        return
    longest = max((len(run) for run in re.findall(r"`+", prompt.text)), default=0)
    fence = "`" * max(3, longest + 1)
    text = "\n".join(visible(line.replace("\t", "    ")) for line in prompt.text.split("\n"))
    yield f"{fence}text\n{text.rstrip()}\n{fence}"
