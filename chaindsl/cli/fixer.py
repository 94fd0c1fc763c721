"""`--fix` and `--diff`: what fixes would change, shown or written."""

import difflib
from collections.abc import Callable, Iterable, Mapping

from analyzer.files import Source
from analyzer.fixing import Corrected, corrected, rewrite
from analyzer.outcome import Outcome
from analyzer.report.pieces.printable import printable

# A fix may make another one possible; one that undoes another would never end.
ROUNDS = 10


def fixed(
    outcome: Outcome, sources: Iterable[Source], again: Callable[[], Outcome], *, unsafe: bool
) -> tuple[Outcome, int]:
    """Write what fixes change and check again until nothing changes; return the last outcome and how many were made."""
    paths = {source.shown: source.path for source in sources}
    applied = 0
    for _ in range(ROUNDS):
        found = _corrected(outcome, paths, unsafe)
        if not found.texts:
            break
        for shown, text in found.texts.items():
            rewrite(paths[shown], outcome.texts[shown], text)
        applied += len(found.applied)
        outcome = again()
    return outcome, applied


def difference(outcome: Outcome, sources: Iterable[Source], *, unsafe: bool) -> tuple[str, int]:
    """What fixes would change, as a unified difference, and how many they are."""
    found = _corrected(outcome, {source.shown: source.path for source in sources}, unsafe)
    parts = [_unified(shown, outcome.texts[shown], text) for shown, text in sorted(found.texts.items())]
    return "".join(parts), len(found.applied)


def _corrected(outcome: Outcome, paths: Mapping[str, str], unsafe: bool) -> Corrected:
    texts = {shown: text for shown, text in outcome.texts.items() if shown in paths}
    return corrected(outcome.findings, texts, unsafe=unsafe)


def _unified(shown: str, before: str, after: str) -> str:
    name = printable(shown)
    lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
