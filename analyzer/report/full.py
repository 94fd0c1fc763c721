"""`full`: each finding with the source it points at, the places it speaks of, what proves it, and what to do."""

from collections.abc import Iterator, Mapping

from analyzer.finding import Finding, Related
from analyzer.outcome import Outcome
from analyzer.report.page import Page
from analyzer.report.pieces.paint import Paint
from analyzer.report.pieces.printable import printable
from analyzer.report.pieces.snippet import snippet
from analyzer.report.pieces.summary import summary
from chaindsl.graph.place import Place


def render(outcome: Outcome, page: Page) -> str:
    """The whole report as text."""
    paint = Paint(page.colour)
    blocks = ["\n".join(_block(one, outcome.texts, paint)) + "\n" for one in outcome.findings]
    left = [f"skipped: {printable(one.shown)}: {printable(one.reason)}" for one in outcome.coverage.skipped]
    left += [f"not checked: {printable(one.shown)}: {printable(one.reason)}" for one in outcome.failures]
    return "\n".join([*blocks, *left, summary(outcome, page.bar)]) + "\n"


def _block(one: Finding, texts: Mapping[str, str], paint: Paint) -> Iterator[str]:
    lines = list(snippet(texts.get(one.place.file, ""), one.place))
    margin = max([len(number) for number, _ in lines], default=1)
    bar = paint("dim", f"{'':{margin}} |")
    kind = paint.of(one.severity, f"{one.severity.value}[{one.code}]")
    yield f"{kind} {paint('bold', printable(one.message))} ({one.name})"
    yield f"{paint('dim', f'{chr(45) * 2:>{margin + 2}}>')} {_where(one.place, column=True)}"
    if lines:
        yield bar
    for number, text in lines:
        carets = not number
        yield f"{paint('dim', f'{number:>{margin}} |')} {paint.of(one.severity, text) if carets else text}".rstrip()
    notes = list(_notes(one, paint))
    if notes:
        yield bar
    for note in notes:
        yield f"{'':{margin}} {paint('dim', '=')} {note}"


def _notes(one: Finding, paint: Paint) -> Iterator[str]:
    for related in one.related:
        yield f"{paint('bold', 'see:')} {_step(related)}"
    for number, step in enumerate(one.witness, 1):
        yield f"{paint('bold', 'because:') if number == 1 else '        '} {number}. {_step(step)}"
    if one.help:
        yield f"{paint('bold', 'help:')} {printable(one.help)}"
    if one.fix is not None:
        flag = "--fix" if one.fix.safe else "--fix --unsafe-fixes"
        yield f"{paint('bold', 'fix:')} {printable(one.fix.title)} ({flag})"


def _step(step: Related | str) -> str:
    return printable(step) if isinstance(step, str) else f"{printable(step.message)} ({_where(step.place)})"


def _where(place: Place, column: bool = False) -> str:
    return f"{printable(place.file)}:{place.line}{f':{place.column}' if column else ''}"
