"""Which of several findings about one thing is told: the one that explains the others."""

from collections.abc import Callable, Iterable

from analyzer.finding import Finding

Same = Callable[[Finding], Iterable[object]]


def _place(finding: Finding) -> Iterable[object]:
    return (finding.place,)


def _symbol(finding: Finding) -> Iterable[object]:
    return (finding.symbol,)


def _about(finding: Finding) -> Iterable[object]:
    return finding.about


STRONGER: dict[str, tuple[tuple[str, Same], ...]] = {
    "CD002": (("CD001", _place),),
    "CD102": (("CD111", _about), ("CD106", _about), ("CD105", _about), ("CD104", _about), ("CD101", _about)),
    "CD103": (("CD105", _about),),
    "CD104": (("CD101", _about), ("CD103", _about)),
    "CD107": (("CD101", _about),),
    "CD201": (("CD105", _about), ("CD205", _about), ("CD106", _about)),
    "CD202": (("CD201", _about), ("CD205", _about), ("CD105", _about), ("CD106", _about)),
    "CD203": (("CD205", _about), ("CD106", _about), ("CD110", _about)),
    "CD204": (("CD106", _about),),
    "CD206": (("CD201", _about), ("CD105", _about)),
    "CD302": (("CD301", _place),),
    "CD401": (("CD602", _symbol),),
}
"""For each code, the codes that make it superfluous when they are about the same thing, and what counts as the same."""


def most_telling(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that do not follow from another one."""
    found = list(findings)
    told: dict[tuple[str, Same], set[object]] = {}
    for reasons in STRONGER.values():
        for code, same in reasons:
            things = (thing for finding in found if finding.code == code for thing in same(finding))
            told.setdefault((code, same), set(things))
    return [
        finding
        for finding in found
        if not any(not told[code, same].isdisjoint(same(finding)) for code, same in STRONGER.get(finding.code, ()))
    ]
