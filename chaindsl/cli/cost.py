"""`chaindsl cost`: what a run of a flow takes, by arithmetic on its source."""

import json
import sys
from dataclasses import replace

import click

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.cli.target import find_flow
from chaindsl.review.cost.data import estimate_data
from chaindsl.review.cost.estimate import TARGET, estimate
from chaindsl.review.cost.measured import Measured, measure
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.table import Table, read_table
from chaindsl.review.cost.text import estimate_text

SHARE = click.FloatRange(0, 1)
EXAMPLE = "Example: chaindsl cost flows.py:qa --success 0.95 --rates rates.toml"


@click.command(short_help="What a run takes: calls, seconds, money, reliability.", epilog=EXAMPLE)
@click.argument("target", metavar="FILE:FLOW")
@click.option("--rates", "rates_file", metavar="FILE", help="What steps take, and prices: a TOML or JSON file.")
@click.option("--traces", metavar="FOLDER", help="Measure steps by the traces (.jsonl) in a folder.")
@click.option("--success", type=SHARE, help="How often an attempt of a step succeeds, where nothing else says so.")
@click.option("--target", "wanted", type=SHARE, default=TARGET, show_default=True, help="The reliability wanted.")
@click.option("--paths", type=click.IntRange(0), default=12, show_default=True, help="How many paths to show.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
def cost(
    target: str,
    rates_file: str | None,
    traces: str | None,
    success: float | None,
    wanted: float,
    paths: int,
    as_json: bool,
) -> None:
    """Say what a run of a flow takes at best, likely and at most, from source alone.

    Model calls and seconds along every path, with every retry and the slowest item of each fan-out; with a table of
    tokens and prices, money; with success rates, how reliable the whole flow is and what each step must do for that.
    """
    flow = find_flow(target).graph
    table = Table() if rates_file is None else read_table(rates_file)
    if success is not None:
        table = replace(table, defaults={**table.defaults, "success": success})
    rates = Rates(table, Measured() if traces is None else measure(traces))
    found = estimate(FlowFacts(flow), rates, target=wanted)
    text = json.dumps(estimate_data(found), indent=2) + "\n" if as_json else estimate_text(found, most_ways=paths)
    sys.stdout.write(text)
