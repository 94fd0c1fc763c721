"""Which of several findings about one thing is told: the one that explains the others."""

from collections.abc import Callable, Collection, Iterable

from analyzer.finding import Finding

Same = Callable[[Finding], object]


def _place(finding: Finding) -> object:
    return finding.place


def _symbol(finding: Finding) -> object:
    return finding.symbol


STRONGER: dict[str, tuple[tuple[str, Same], ...]] = {
    "CD102": (("CD111", _symbol), ("CD106", _place)),
    "CD104": (("CD101", _symbol),),
    "CD302": (("CD301", _place),),
    "CD401": (("CD602", _symbol),),
}
"""For each code, the codes that make it superfluous when they are about the same thing, and what counts as the same."""


def most_telling(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that do not follow from another one."""
    found = list(findings)
    told: dict[tuple[str, Same], Collection[object]] = {}
    for reasons in STRONGER.values():
        for code, same in reasons:
            told.setdefault((code, same), {same(finding) for finding in found if finding.code == code})
    return [
        finding
        for finding in found
        if not any(same(finding) in told[code, same] for code, same in STRONGER.get(finding.code, ()))
    ]
