"""`chaindsl fork`: a new run from the middle of another, with changed code or values."""

import click

from chaindsl.cli.given import forked_values
from chaindsl.cli.kept import RunFlow, answered, flow_options, json_option


@click.command(
    short_help="Begin a run in the middle of another.",
    epilog="Example: chaindsl fork 71d7418e2f51 --from synthesize question='how big is venus' --flow qa.py:qa",
)
@click.argument("run")
@click.argument("pairs", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--from", "start", metavar="STEP", required=True, help="The step or transition to go on with.")
@flow_options
@json_option
def fork(run: str, pairs: tuple[str, ...], start: str, of: RunFlow, as_json: bool) -> int:
    """Begin a new run where RUN began STEP, with the flow as it is now.

    What was done before is taken over and not done again; KEY=VALUE puts another value in the place of what stood
    there. RUN itself stays as it is.
    """
    with of.bound(quiet=as_json) as (flow, runner):
        found = runner.fork(run, start, forked_values(flow.graph, pairs))
    return answered(found, as_json=as_json)
