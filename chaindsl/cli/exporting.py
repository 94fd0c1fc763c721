"""`chaindsl export`: a workflow of Python as YAML, from source alone."""

import ast

import click

from chaindsl.cli.output_file import STANDARD, put
from chaindsl.cli.target import find_source, parse_target
from chaindsl.errors import ChainDslError
from chaindsl.review.yaml_file import is_yaml
from chaindsl.yamlform.export import exported


@click.command(
    short_help="Write a workflow as YAML, where YAML can say it.",
    epilog="Example: chaindsl export flows.py:release -o release.yaml && chaindsl check release.yaml",
)
@click.argument("target", metavar="FILE.py:FLOW")
@click.option("-o", "--output", metavar="OUT.yaml", default=STANDARD, help="Where to write; `-` is standard output.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def export(target: str, output: str, force: bool) -> None:
    """Write a workflow of a Python file, which is read and not imported, in the YAML form.

    What YAML can't say is refused, each with its place and the reason, and nothing is written then.

    Exit status: 0 it was written, 2 it could not be done.
    """
    named = parse_target(target)
    if is_yaml(named.file):
        raise ChainDslError(
            "no-python", f"{named.file} is YAML already", named.file, hint="name a flow as in flows.py:qa"
        )
    found, text = find_source(named)
    put(exported(found.graph, ast.parse(text), named.file), output, force=force)
