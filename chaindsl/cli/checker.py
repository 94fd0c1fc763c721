"""What `chaindsl check` does: options become settings, an outcome becomes output and an exit status.

The analyzer proper is loaded only when a file may hold a flow.
"""

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, partial

import click

from analyzer.files import Finder, Listing, Source
from analyzer.finding import Severity
from analyzer.mention import Mentions, mentions, speaks
from analyzer.outcome import Outcome
from analyzer.report.page import Page
from analyzer.report.pieces.summary import count, summary
from analyzer.report.table import FORMATS
from analyzer.settings.configuration import Configuration
from analyzer.settings.settings import Layer, Selector, Settings
from analyzer.sweep import Engine, sweep, verified
from chaindsl.cli.terminal import colour, warn, write

BARS = {"error": Severity.ERROR, "warning": Severity.WARNING}
STDIN = "-"

Read = Callable[[Iterable[Source]], Mentions]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command, by their names."""

    paths: tuple[str, ...]
    output_format: str
    output_file: str | None
    select: tuple[str, ...]
    extend_select: tuple[str, ...]
    ignore: tuple[str, ...]
    fail_on: str
    exit_zero: bool
    statistics: bool
    config: tuple[str, ...]
    isolated: bool
    exclude: tuple[str, ...]
    force_exclude: bool
    stdin_filename: str | None
    baseline: str | None
    write_baseline: str | None
    color: str
    fix: bool
    unsafe_fixes: bool
    diff: bool


def run(options: Options) -> int:
    """Check what the options say and report it; return the exit status."""
    _refuse_contradictions(options)
    folder = os.getcwd()
    configuration = _configuration(options, folder)
    listing, read = _listed(options, configuration, folder)
    for problem in verified(_settings(listing, configuration), _engine):
        warn(str(problem))
    outcome = sweep(listing, folder, _engine, read=read)
    if options.fix or options.diff:
        from chaindsl.cli.fixer import difference, fixed  # noqa: PLC0415 - needed only to fix

        if options.diff:
            text, number = difference(outcome, listing.sources, unsafe=options.unsafe_fixes)
            write(text, options.output_file)
            sys.stderr.write(f"{count(number, 'fix', 'fixes')} to make.\n")
            return 2 if outcome.failures else int(bool(text))
        again = partial(sweep, listing, folder, _engine)
        outcome, number = fixed(outcome, listing.sources, again, unsafe=options.unsafe_fixes)
        outcome = replace(outcome, fixed=number)
    if options.write_baseline is not None:
        return _write_baseline(options.write_baseline, outcome, listing, folder)
    outcome = _without_known(options.baseline, outcome, listing, folder)
    _report(options, outcome, folder)
    return _status(options, outcome)


def _refuse_contradictions(options: Options) -> None:
    """Options that can't stand together are refused before anything is read."""
    text = FORMATS[options.output_format]
    wrong = {
        "`-` can't stand beside other paths": STDIN in options.paths and len(options.paths) > 1,
        "--stdin-filename is for `-`": options.stdin_filename is not None and options.paths != (STDIN,),
        "--fix can't change standard input": options.fix and not options.diff and STDIN in options.paths,
        "--unsafe-fixes needs --fix or --diff": options.unsafe_fixes and not (options.fix or options.diff),
        "--statistics is for the formats full, concise and json": (
            options.statistics and not text.for_people and options.output_format != "json"
        ),
        "--isolated looks for no settings file, but --config names one": (
            options.isolated and any(_names_file(value) for value in options.config)
        ),
        "--config can name only one settings file": sum(map(_names_file, options.config)) > 1,
    }
    for message, holds in wrong.items():
        if holds:
            raise click.UsageError(message)


def _names_file(value: str) -> bool:
    return "=" not in value or os.path.exists(value)


def _configuration(options: Options, folder: str) -> Configuration:
    last = Layer(
        _selectors(options.select) if options.select else None,
        _selectors(options.extend_select),
        _selectors(options.ignore),
    )
    return Configuration(
        folder,
        named=next(filter(_names_file, options.config), None),
        isolated=options.isolated,
        inline=[value for value in options.config if not _names_file(value)],
        exclude=options.exclude,
        last=last,
    )


def _selectors(texts: Iterable[str]) -> tuple[Selector, ...]:
    return tuple(map(Selector, texts))


def _listed(options: Options, configuration: Configuration, folder: str) -> tuple[Listing, Read]:
    """The files to check, and what reads them."""
    finder = Finder(configuration, folder, force=options.force_exclude)
    if options.paths != (STDIN,):
        return finder.find(options.paths or (".",)), mentions
    path = os.path.abspath(os.path.join(folder, options.stdin_filename or "<stdin>"))
    settings = configuration.at(os.path.dirname(path))
    if options.force_exclude and finder.leaves_out(path, settings):
        return Listing(excluded=1), mentions
    source = Source(path, finder.shown(path), settings, named=True)
    data = sys.stdin.buffer.read(settings.max_file_size + 1)
    files = [(source, data)] if speaks(data) else []
    return Listing([source]), lambda _: Mentions(files, looked=1)


def _settings(listing: Listing, configuration: Configuration) -> Iterable[Settings]:
    return {id(one): one for one in (configuration.default, *(source.settings for source in listing.sources))}.values()


@cache
def _engine() -> Engine:
    from analyzer.engine import engine  # noqa: PLC0415 - the analyzer proper: most files need none of it

    return engine()


def _write_baseline(file: str, outcome: Outcome, listing: Listing, folder: str) -> int:
    from analyzer.baseline import Baseline  # noqa: PLC0415 - needed only with a baseline

    looked = [source.shown for source in listing.sources]
    base = Baseline.of(outcome.findings, file, folder).beside(file, folder, looked)
    write(base.text(), file)
    write(f"{count(base.counts.total(), 'finding')} in {file}.\n")
    return 2 if outcome.failures else 0


def _without_known(file: str | None, outcome: Outcome, listing: Listing, folder: str) -> Outcome:
    """The outcome without the findings that a baseline knows."""
    if file is None:
        return outcome
    from analyzer.baseline import Baseline  # noqa: PLC0415 - needed only with a baseline

    looked = [source.shown for source in listing.sources]
    split = Baseline.read(file).split(outcome.findings, file, folder, looked)
    return replace(outcome, findings=split.new, baselined=split.known, stale=split.stale)


def _report(options: Options, outcome: Outcome, folder: str) -> None:
    bar = BARS[options.fail_on]
    entry = FORMATS[options.output_format]
    last = summary(outcome, bar) + "\n"
    if options.statistics:
        from analyzer.report.pieces import statistics  # noqa: PLC0415 - needed only for these

        text = statistics.as_text(outcome) + last if entry.for_people else statistics.as_json(outcome)
    else:
        page = _page(options, outcome, folder)
        text = entry.renderer()(outcome, page)
    write(text, options.output_file)
    if options.output_file is not None:
        write(last)
    elif not entry.for_people:
        sys.stderr.write(last)


def _page(options: Options, outcome: Outcome, folder: str) -> Page:
    """What the report needs besides the outcome; what is slow to find out only where the format shows it."""
    page = Page(folder=folder, bar=BARS[options.fail_on], colour=colour(options.color, options.output_file is None))
    if FORMATS[options.output_format].for_people:
        return page
    from importlib.metadata import version  # noqa: PLC0415 - slow to import

    codes = {one.code for one in outcome.findings}
    return replace(page, version=version("chaindsl"), pages=_engine().pages(codes) if codes else {})


def _status(options: Options, outcome: Outcome) -> int:
    if outcome.failures:
        return 2
    return int(outcome.fails(BARS[options.fail_on]) and not options.exit_zero)
