"""A pretended analyzer, so that tests of the shell need no rule: the words of a file say what is found in it."""

from collections.abc import Iterable

from analyzer.files import Source
from analyzer.finding import Confidence, Edit, Finding, Fix, Severity
from analyzer.inspection import Inspection
from analyzer.plugins import Plugins
from analyzer.settings.selection import Catalogue
from analyzer.sweep import Engine
from chaindsl.graph.place import Place

SEVERITIES = {
    "CD002": Severity.INFO,
    "CD003": Severity.WARNING,
    "CD101": Severity.ERROR,
    "CD202": Severity.WARNING,
    "CD505": Severity.WARNING,
}
NAMES = {
    "CD002": "unknown-part",
    "CD003": "unused-suppression",
    "CD101": "deterministic-cycle",
    "CD202": "unread-key",
    "CD505": "carried-too-long",
}
CATALOGUE = Catalogue(NAMES, frozenset(NAMES) - {"CD505"})


def finding(code: str, file: str, line: int, fix: Fix | None = None) -> Finding:
    place = Place(file, line, 1, line, 1 + len(code))
    return Finding(code, NAMES[code], f"found {code}", SEVERITIES[code], Confidence.PROVED, place, "qa", fix=fix)


def inspect(source: Source, data: bytes, codes: frozenset[str]) -> Inspection:
    """What the words say: `CODE` is found here, `CODE@FILE:LINE` elsewhere, `CODE=safe` and `CODE=unsafe` can be fixed.

    `flow` is a flow, `hole` an unknown part, `cut` ends the reading and `crash` the analyzer.
    """
    text = data.decode()
    if "crash" in text:
        raise ZeroDivisionError("by zero")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.split("  #")[0].split():
            code, _, how = word.partition("=")
            code, _, where = code.partition("@")
            if code in codes:
                file, _, at = where.partition(":")
                fix = _fix(source.shown, number, line, word) if how else None
                found.append(finding(code, file or source.shown, int(at or number), fix))
    return Inspection(text, tuple(found), flows=text.count("flow"), unknown=text.count("hole"), whole="cut" not in text)


def _fix(file: str, number: int, line: str, word: str) -> Fix:
    start = line.index(word) + 1
    place = Place(file, number, start, number, start + len(word))
    return Fix("take it away", (Edit(place, "None"),), safe=word.endswith("=safe"))


def engine(folder: str | None = None, plugins: Plugins | None = None) -> Engine:
    return Engine(CATALOGUE, inspect, _pages, lambda codes: [])


def _pages(codes: Iterable[str]) -> dict[str, str]:
    return {code: f"About {NAMES[code]}." for code in codes}
