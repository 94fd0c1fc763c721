"""`chaindsl simulate`: every path of a flow once, or one of them by hand, from source alone."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.cli.target import find_flow
from chaindsl.draw.render import format_of, render
from chaindsl.draw.theme import Theme
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.rates import Rates
from chaindsl.review.simulation.by_hand import HandRun
from chaindsl.review.simulation.coverage import counted, coverage_of, covered
from chaindsl.review.simulation.table import ways_data, ways_text
from chaindsl.review.simulation.talk import StoppedError, Talk, shown
from chaindsl.review.ways.flow_ways import ways_of

EXAMPLE = "Example: chaindsl simulate flows.py:qa -o coverage.svg; or by hand: --inputs '{}'"
STOPPED = 1


@click.command(short_help="Every path of a flow once, or one by hand, without running it.", epilog=EXAMPLE)
@click.argument("target", metavar="FILE:FLOW")
@click.option("-o", "--output", metavar="FILE", help="Draw which part is on how many paths.")
@click.option("--theme", type=click.Choice([theme.value for theme in Theme]), default=Theme.LIGHT.value,
              show_default=True, help="What the picture stands on.")  # fmt: skip
@click.option("--paths", type=click.IntRange(0), default=40, show_default=True, help="How many paths to show.")
@click.option("--json", "as_json", is_flag=True, help="Print the paths as one JSON object.")
@click.option("--inputs", metavar="JSON", help="Go through the flow by hand, with these inputs: an object, or @FILE.")
def simulate(target: str, output: str | None, theme: str, paths: int, as_json: bool, inputs: str | None) -> int:
    """Go through a flow without running anything of it.

    Every path is taken once: each route of a branch, a loop left in its first round, its second and its last, and used
    up; in a workflow each move that guards and limits allow, once a path.

    With --inputs you go through it step by step: you type what each step writes (an empty line makes something up, `!`
    fails the attempt), whether predicates hold, and what is decided.
    """
    flow = find_flow(target).graph
    if inputs is not None:
        return _by_hand(flow, _given(inputs))
    form = "" if output is None else format_of(output)
    facts = FlowFacts(flow)
    ways, cost = ways_of(facts), FlowCost(facts, Rates())
    coverage = coverage_of(facts.flow, ways.found)
    drawing = covered(facts.flow, coverage)
    taken = counted(drawing, coverage)
    if as_json:
        sys.stdout.write(json.dumps(ways_data(ways, cost, taken), indent=2) + "\n")
    else:
        sys.stdout.write(ways_text(ways, cost, taken, paths))
    if output is not None:
        Path(output).write_bytes(render(drawing, form, Theme(theme)))
        click.echo(f"wrote {output}", err=as_json)
    return 0


def _given(text: str) -> dict[str, Any]:
    try:
        found = json.loads(Path(text[1:]).read_text(encoding="utf-8") if text.startswith("@") else text)
    except (ValueError, RecursionError) as error:
        raise ChainDslError("bad-json", f"--inputs is no JSON: {error}", hint="give an object, or @FILE") from None
    if not isinstance(found, dict):
        raise ChainDslError("bad-json", "--inputs is no object", hint='give one as in \'{"question": "…"}\'')
    return found


def _by_hand(flow: Flow, given: dict[str, Any]) -> int:
    run = HandRun(Talk(_ask, click.echo))
    try:
        outputs = run.flow(flow, given)
    except StoppedError as stopped:
        click.echo(f"stopped: {stopped}")
        return STOPPED
    except EOFError:
        click.echo("\nthere is no more input")
        return STOPPED
    for key, value in outputs.items():
        click.echo(f"{key} = {shown(value)}")
    click.echo(f"done: {len(run.done)} steps, {run.calls} model calls at most")
    return 0


def _ask(question: str) -> str:
    """Show a question and return the line that is typed; without a terminal the answer is shown too."""
    sys.stdout.write(question)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))
    return line.strip()
