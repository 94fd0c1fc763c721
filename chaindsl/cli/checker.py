"""What `chaindsl check` does first: options become settings, paths become files, and files that hold no flow are told.

Nothing of weight is loaded here. Only where a file may hold a flow, or something else is to be said than that all is
clean, `verdict` goes on.
"""

import os
import sys
from collections.abc import Iterable
from typing import NamedTuple

import click

from analyzer.coverage import Coverage
from analyzer.files import Finder, Listing, Source
from analyzer.mention import IMPORT, Mentions, mentions, speaks
from analyzer.report.table import FORMATS
from analyzer.settings.configuration import Configuration
from analyzer.settings.settings import Layer, Selector, Settings
from chaindsl.cli.terminal import write
from chaindsl.review.yaml_file import is_yaml, with_yaml_files

BARS = ("error", "warning")
STDIN = "-"


class Options(NamedTuple):
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
    load: tuple[str, ...]
    color: str
    fix: bool
    unsafe_fixes: bool
    diff: bool
    no_cache: bool
    cache_dir: str | None


class Task(NamedTuple):
    """What is to be checked: the files, what was read of them, and from where."""

    folder: str
    listing: Listing
    seen: Mentions
    settings: tuple[Settings, ...]

    @property
    def coverage(self) -> Coverage:
        """How much was looked at so far."""
        skipped = sorted((*self.listing.skipped, *self.seen.skipped), key=lambda one: one.shown)
        return Coverage(self.seen.looked, len(self.seen.files), 0, 0, tuple(skipped), self.listing.excluded)


def run(options: Options) -> int:
    """Check what the options say and report it; return the exit status."""
    _refuse_contradictions(options)
    if options.load:
        return _run_loaded(options, os.getcwd())
    task = _task(options, os.getcwd())
    if _says_all(options, task):
        write(f"{task.coverage.verdict()}: {', '.join(task.coverage.parts())}.\n")
        return 0
    from chaindsl.cli.verdict import verdict  # noqa: PLC0415 - the analyzer and reports: most files need neither

    return verdict(options, task)


def _run_loaded(options: Options, folder: str) -> int:
    from chaindsl.cli.check_load import Loaded  # noqa: PLC0415 - needed only to import flows
    from chaindsl.cli.verdict import verdict  # noqa: PLC0415 - as above

    configuration = _configuration(options, folder)
    finder = Finder(configuration, folder)
    loaded = Loaded(options.load)
    task = _of(folder, configuration, *loaded.seen(configuration, finder))
    return verdict(options, task, lambda rules: loaded.inspector(finder, rules).inspect)


def _says_all(options: Options, task: Task) -> bool:
    """Whether the last line is all that there is to say."""
    plain = FORMATS[options.output_format].for_people and not (options.output_file or options.diff)
    baseline = options.baseline is not None or options.write_baseline is not None
    quiet = not task.seen.files and not task.coverage.skipped and not any(one.selective for one in task.settings)
    return plain and not baseline and quiet


def _refuse_contradictions(options: Options) -> None:
    """Options that can't stand together are refused before anything is read."""
    text = FORMATS[options.output_format]
    wrong = {
        "a PATH is empty; name a file or a folder": "" in options.paths,
        "--load can't stand beside a PATH": bool(options.load and options.paths),
        "--load checks what was put together at run time, which --fix and --diff can't change": (
            bool(options.load) and (options.fix or options.diff)
        ),
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


def _task(options: Options, folder: str) -> Task:
    """The files to check and what was read of them."""
    configuration = _configuration(options, folder)
    finder = Finder(configuration, folder, force=options.force_exclude)
    if options.paths == (STDIN,):
        listing, seen = _stdin(options, configuration, finder)
    else:
        listing = finder.find(options.paths or (".",))
        seen = with_yaml_files(listing, mentions(listing))
    return _of(folder, configuration, listing, seen)


def _of(folder: str, configuration: Configuration, listing: Listing, seen: Mentions) -> Task:
    settings = {id(one): one for one in (configuration.default, *(source.settings for source in listing.sources))}
    return Task(folder, listing, seen, tuple(settings.values()))


def _stdin(options: Options, configuration: Configuration, finder: Finder) -> tuple[Listing, Mentions]:
    """Standard input as the one file."""
    path = os.path.abspath(options.stdin_filename or "<stdin>")
    settings = configuration.at(os.path.dirname(path))
    if options.force_exclude and finder.leaves_out(path, settings):
        return Listing(excluded=1), Mentions()
    source = Source(path, finder.shown(path), settings, named=True)
    data = sys.stdin.buffer.read(settings.max_file_size + 1)
    files = [(source, data)] if speaks(data) or IMPORT in data or is_yaml(path) else []
    return Listing([source]), Mentions(files, looked=1)
