"""What `chaindsl check` does with files that may hold a flow: check, fix, compare with a baseline, report."""

import gc
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from analyzer.coverage import count
from analyzer.engine import engine
from analyzer.finding import Severity
from analyzer.inspection import Inspect
from analyzer.mention import Mentions, mentions
from analyzer.outcome import Outcome
from analyzer.plugins import Plugins
from analyzer.report.page import Page
from analyzer.report.pieces.summary import summary
from analyzer.report.table import FORMATS
from analyzer.rules.registry import Find
from analyzer.sweep import Engine, sweep, verified
from chaindsl import __version__
from chaindsl.cli.caching import cache_folder
from chaindsl.cli.checker import STDIN, Options, Task
from chaindsl.cli.main import line_of
from chaindsl.cli.terminal import colour, warn, write
from chaindsl.cli.yaml_engine import with_yaml


def verdict(options: Options, task: Task, other: Callable[[Find], Inspect] | None = None) -> int:
    """Check and report; return the exit status. With `other` files are inspected by what it makes of the rules."""
    _engine.cache_clear()
    if any(one.selective for one in task.settings):
        for problem in verified(task.settings, _engine_of(options, task).catalogue):
            warn(line_of(problem))
    outcome = _swept(options, task, task.seen, other)
    if options.diff:
        return _diff(options, task, outcome)
    if options.fix:
        outcome = _fixed(options, task, outcome)
    if options.write_baseline is not None:
        return _write_baseline(options.write_baseline, task, outcome)
    outcome = _without_known(options.baseline, task, outcome)
    _report(options, task, outcome)
    if outcome.failures:
        return 2
    return int(outcome.fails(Severity(options.fail_on)) and not options.exit_zero)


def _engine_of(options: Options, task: Task) -> Engine:
    checked = [task.folder, *(path for path in options.paths if path != STDIN)]
    return _engine(cache_folder(options), tuple(checked))


@cache  # an engine remembers files as it read them, so each check begins with a new one
def _engine(folder: str | None, checked: tuple[str, ...]) -> Engine:
    return with_yaml(engine(folder, Plugins(checked)))


def _swept(options: Options, task: Task, seen: Mentions, other: Callable[[Find], Inspect] | None = None) -> Outcome:
    """The outcome; rules are loaded only if there is a file for them."""
    if not seen.files:
        return Outcome(coverage=task.coverage)
    threshold = gc.get_threshold()
    # Trees of source are many small objects that live on: looking through them again and again takes a fifth longer.
    gc.set_threshold(1_000_000, 20, 100)
    gc.unfreeze()
    try:
        found = _engine_of(options, task)
        return sweep(seen, task.coverage, task.folder, replace(found, inspect=other(found.rules)) if other else found)
    finally:
        # A process ends with its check, and its memory with it. Who checks again in one process unfreezes it first.
        gc.freeze()
        gc.set_threshold(*threshold)


def _diff(options: Options, task: Task, outcome: Outcome) -> int:
    from chaindsl.cli.fixer import difference  # noqa: PLC0415 - needed only to fix

    text, number = difference(outcome, task.listing.sources, unsafe=options.unsafe_fixes)
    write(text, options.output_file)
    sys.stderr.write(f"{count(number, 'fix', 'fixes')} to make.\n")
    return 2 if outcome.failures else int(bool(text))


def _fixed(options: Options, task: Task, outcome: Outcome) -> Outcome:
    from chaindsl.cli.fixer import fixed  # noqa: PLC0415 - needed only to fix

    sources = task.listing.sources
    again = partial(_again, options, task)
    outcome, number = fixed(outcome, sources, again, unsafe=options.unsafe_fixes)
    return replace(outcome, fixed=number)


def _again(options: Options, task: Task) -> Outcome:
    _engine.cache_clear()
    return _swept(options, task, mentions(task.listing))


def _write_baseline(file: str, task: Task, outcome: Outcome) -> int:
    from analyzer.baseline import Baseline  # noqa: PLC0415 - needed only with a baseline

    looked = [source.shown for source in task.listing.sources]
    base = Baseline.of(outcome.findings, file, task.folder).beside(file, task.folder, looked)
    write(base.text(), file)
    write(f"{count(base.counts.total(), 'finding')} in {file}.\n")
    return 2 if outcome.failures else 0


def _without_known(file: str | None, task: Task, outcome: Outcome) -> Outcome:
    """The outcome without the findings that a baseline knows."""
    if file is None:
        return outcome
    from analyzer.baseline import Baseline  # noqa: PLC0415 - needed only with a baseline

    looked = [source.shown for source in task.listing.sources]
    split = Baseline.read(file, task.folder).split(outcome.findings, file, task.folder, looked)
    return replace(outcome, findings=split.new, baselined=split.known, stale=split.stale)


def _report(options: Options, task: Task, outcome: Outcome) -> None:
    entry = FORMATS[options.output_format]
    last = summary(outcome, Severity(options.fail_on)) + "\n"
    if options.statistics:
        from analyzer.report.pieces import statistics  # noqa: PLC0415 - needed only for these

        text = statistics.as_text(outcome) + last if entry.for_people else statistics.as_json(outcome)
    else:
        text = entry.renderer()(outcome, _page(options, task, outcome))
    write(text, options.output_file)
    if options.output_file is not None:
        write(last)
    elif not entry.for_people:
        sys.stderr.write(last)


def _page(options: Options, task: Task, outcome: Outcome) -> Page:
    """What the report needs besides the outcome; rules' pages are loaded only where the format shows them."""
    coloured = colour(options.color, options.output_file is None)
    page = Page(folder=task.folder, bar=Severity(options.fail_on), colour=coloured)
    if FORMATS[options.output_format].for_people:
        return page
    codes = {one.code for one in outcome.findings}
    return replace(page, version=__version__, pages=_engine_of(options, task).pages(codes) if codes else {})
