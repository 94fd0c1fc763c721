"""`chaindsl testcase`: writes a test from one step of a recorded run, or tests of each branch of a flow."""

import json
import pprint
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from chaindsl.cli.loading import existing, import_roots, load_flow, proper_name
from chaindsl.cli.target import Target, parse_target
from chaindsl.errors import ChainDslError
from chaindsl.graph.nearest import nearest
from chaindsl.graph.step import Step, ToolKind
from chaindsl.graph.walk import flow_steps
from chaindsl.language.flow import Flow
from chaindsl.testing.recorded import step_alone
from chaindsl.trace.jsonl import read_trace
from chaindsl.trace.stored import StoredTrace

WIDTH = 100
PROVIDED = (ToolKind.MODEL, ToolKind.FEEDBACK, ToolKind.IDEMPOTENCY_KEY)


@click.command(
    short_help="Write a test from one recorded step, or tests of each branch.",
    epilog="Example: chaindsl testcase run.jsonl synthesize --flow qa.py:qa -o tests/test_synthesize.py; "
    "or chaindsl testcase --branches qa.py:qa -o tests/test_branches.py",
)
@click.argument("trace", metavar="[TRACE.jsonl", required=False)
@click.argument("step", metavar="STEP]", required=False)
@click.option("--flow", "target", metavar="FILE:FLOW", help="The flow of the trace, imported.")
@click.option("--branches", metavar="FILE:FLOW", help="Write tests that take each branch of this flow, imported, once.")
@click.option("--item", type=int, help="Which item, of a step that runs for each of a list; the first if not said.")
@click.option("-o", "--output", metavar="FILE.py", help="The file, which must be new; standard output without it.")
def testcase(
    trace: str | None, step: str | None, target: str | None, branches: str | None, item: int | None, output: str | None
) -> None:
    """Write a test that tries STEP with what it read in TRACE, its model answering as it did then.

    `chaindsl runs export` writes the trace of a stored run.

    With --branches, write tests that take each branch of a flow once: its own code runs, with stubs in the place of
    models, tools, commands and whoever decides. Runs are tried until all is taken; what can't be is listed.
    """
    if branches is not None:
        if trace is not None or target is not None or item is not None:
            raise click.UsageError("--branches takes no trace, no step, no --flow and no --item")
        from chaindsl.cli.testcase_branches import branch_tests  # noqa: PLC0415 - the analyzer, for this form alone

        _put(branch_tests(parse_target(branches), output), output)
        return
    if trace is None or step is None or target is None:
        raise click.UsageError("give TRACE.jsonl, STEP and --flow FILE:FLOW; or --branches FILE:FLOW")
    _put(_of_step(trace, step, parse_target(target), item), output)


def _of_step(trace: str, step: str, target: Target, item: int | None) -> str:
    module, flow = load_flow(target)
    record = chosen(read_trace(trace), step, item)
    path = existing(target.file)
    symbol = next(name for name, thing in vars(module).items() if thing is flow)
    return written(flow, proper_name(path, import_roots(path)), symbol, step, record)


def _put(text: str, output: str | None) -> None:
    """Write a new file, or to standard output."""
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        with Path(output).open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise ChainDslError("not-written", f"-o {output}: {error.strerror or error}", output) from error


def chosen(trace: StoredTrace, step: str, item: int | None) -> Mapping[str, Any]:
    """Return the attempt that wrote the step's value. Raises ChainDslError where there is none, or it was cut."""
    records = [one for one in trace.records if one["step"] == step and one["items"] is None]
    wrote = [one for one in records if one["ok"] and (item is None or one["item"] == item)]
    if not wrote:
        steps = {one["step"] for one in trace.records}
        why = "wrote nothing in this trace" if records else "is not in this trace"
        hint = None if records else nearest(step, steps)
        raise ChainDslError("no-such-step", f"{step} {why}", step, None, hint)
    if wrote[0]["cut"] is not None:
        raise ChainDslError(
            "cut", f"what {step} wrote was cut in this trace", step, None, "record it with a larger cap="
        )
    return wrote[0]


def written(flow: Flow, module: str, symbol: str, name: str, record: Mapping[str, Any]) -> str:
    """Return the test. Raises ChainDslError for a step with tools whose answers no trace has."""
    alone = step_alone(flow, name)
    (step,) = flow_steps(alone.graph)
    _check_tools(step)
    reads = {key: value for key, value in record["reads"].items() if key in alone.definition.inputs}
    arguments = [symbol, repr(name), literal(reads)]
    if record["calls"]:
        answers = [call["answer"] for call in record["calls"]]
        prompts = [call["sent"] for call in record["calls"]]
        arguments += [f"answers={literal(answers)}", f"prompts={literal(prompts)}"]
    arguments.append(f"output={literal(record['output'])}")
    lines = "".join(f"        {_indented(argument)},\n" for argument in arguments)
    return (
        f'"""The step {name} as it was recorded."""\n\n'
        "from chaindsl.testing.recorded import check_step\n"
        f"from {module} import {symbol}\n\n\n"
        f"def test_{name}_as_it_was_recorded() -> None:\n"
        f"    check_step(\n{lines}    )\n"
    )


def _check_tools(step: Step) -> None:
    tools = [tool.name for tool in step.tools if tool.kind not in PROVIDED and tool.required]
    if tools:
        message = f"{step.name} uses {', '.join(tools)}, whose answers a trace does not have"
        raise ChainDslError("unrecorded-tool", message, str(step.name), None, "write this test by hand")


def literal(value: object) -> str:
    """Return plain JSON data as Python."""
    return pprint.pformat(json.loads(json.dumps(value)), width=WIDTH, sort_dicts=False)


def _indented(text: str) -> str:
    return "\n".join(line if number == 0 else f"        {line}" for number, line in enumerate(text.splitlines()))
