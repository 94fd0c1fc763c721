"""`chaindsl diff`: what a change does to flows, from two revisions or two files, without importing either."""

import sys
from pathlib import Path

import click

from analyzer.engine import engine
from chaindsl.cli.terminal import warn, write
from chaindsl.cli.yaml_engine import with_yaml
from chaindsl.errors import ChainDslError
from chaindsl.review.changes.bars import SHAPES, WORDS, Failure, bars, failures
from chaindsl.review.changes.difference import Difference
from chaindsl.review.changes.plain import text
from chaindsl.review.changes.reading import difference
from chaindsl.review.changes.span import span

FORMATS = ("text", "json", "markdown", "svg")
EPILOG = f"""\
Examples: `chaindsl diff` compares the working files with the last commit, `chaindsl diff main...HEAD flows/` a branch
with what it began from, `chaindsl diff old.py new.py` two files.

--fail-on takes {", ".join((*WORDS, *SHAPES))}; several with commas between them.
"""


@click.command(short_help="Show what a change does to flows, without importing them.", epilog=EPILOG)
@click.argument("words", nargs=-1, metavar="[BASE[..HEAD]] [PATH]... | OLD.py NEW.py")
@click.option("--output-format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("-o", "--output-file", metavar="FILE", help="Write the report there.")
@click.option("--fail-on", multiple=True, metavar="BARS", help="Exit with 1 if the change stands above one of these.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True,
              help="What the pictures of the format svg stand on.")  # fmt: skip
def diff(words: tuple[str, ...], form: str, output_file: str | None, fail_on: tuple[str, ...], theme: str) -> int:
    """Show what a change does to flows: steps, keys, prompts, limits, who decides, and what follows from it.

    BASE and HEAD are git revisions. Without HEAD the working files are meant, without BASE the last commit; BASE...HEAD
    compares HEAD with the last commit that both have in common. Only flows below a PATH are shown if there is one.
    Nothing is imported, run or checked out. Where a human gate is gone, the first line says so.

    Exit status: 0 all is well, 1 the change stands above a bar of --fail-on, 2 it could not be done.
    """
    wanted = bars(fail_on)
    folder = Path.cwd()
    found = difference(span(words, folder), folder, with_yaml(engine()))
    failed = failures(found, wanted)
    _write(_report(found, failed, form, theme), output_file)
    if form in ("json", "svg") or output_file is not None:
        sys.stderr.writelines(f"failed: {one}\n" for one in failed)
    for note in found.notes:
        warn(note)
    return int(bool(failed))


def _report(found: Difference, failed: list[Failure], form: str, theme: str) -> str:
    """The report; what makes pictures is loaded only where there are any."""
    match form:
        case "json":
            from chaindsl.review.changes.record import json_text  # noqa: PLC0415 - see above

            return json_text(found, failed)
        case "markdown":
            from chaindsl.review.changes.markdown import markdown  # noqa: PLC0415 - see above

            return markdown(found, failed)
        case "svg":
            from chaindsl.draw.theme import Theme  # noqa: PLC0415 - see above
            from chaindsl.review.changes.svg import svg  # noqa: PLC0415 - see above

            return svg(found, Theme(theme)).decode()
    return text(found, map(str, failed))


def _write(report: str, file: str | None) -> None:
    if file is None:
        # Half a surrogate pair, as in the name of a file, is written as its escape.
        sys.stdout.buffer.write(report.encode(errors="backslashreplace"))
        return
    if Path(file).is_dir():
        raise ChainDslError("not-written", f"{file!r} is a folder", hint="name a file")
    write(report, file)
