"""Which rules run: selectors against the rules that there are. The more precise selector wins, and the later layer."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from analyzer.refusal import Problem, nearest
from analyzer.settings.settings import Layer, Selector, Settings

ALL = "ALL"


class Catalogue(NamedTuple):
    """The rules that there are: each code's name, and the codes that run unless something is selected."""

    names: Mapping[str, str]
    default: frozenset[str]

    def codes(self, selector: str) -> frozenset[str]:
        """The codes that a code, a prefix, a name or `ALL` stands for; none where there is no such rule."""
        if selector == ALL:
            return frozenset(self.names)
        if selector in self.names:
            return frozenset({selector})
        if selector[:1].isupper():
            return frozenset(code for code in self.names if code.startswith(selector))
        return frozenset(code for code, name in self.names.items() if name == selector)

    def hint(self, selector: str) -> str:
        """What may have been meant."""
        return nearest(selector, {*self.names, *self.names.values(), ALL})


def _precision(selector: str, code: str) -> int:
    """How closely a selector means a code: `ALL` least, then prefixes by length, then the code or its name."""
    if selector == ALL:
        return 0
    return len(selector) if code.startswith(selector) else len(code)


def selected(layers: Iterable[Layer], catalogue: Catalogue) -> frozenset[str]:
    """The codes that run, layer by layer; `select` starts anew."""
    chosen = catalogue.default
    for layer in layers:
        wanted = (*(layer.select or ()), *layer.extend_select)
        before = chosen if layer.select is None else frozenset()
        chosen = frozenset(
            code for code in catalogue.names if _decided(code, wanted, layer.ignore, code in before, catalogue)
        )
    return chosen


def requested(layers: Iterable[Layer], catalogue: Catalogue) -> frozenset[str]:
    """The codes that run because somebody selected them, and not by default."""
    return selected(layers, catalogue._replace(default=frozenset()))


def _decided(
    code: str, wanted: Iterable[Selector], ignored: Iterable[Selector], before: bool, catalogue: Catalogue
) -> bool:
    """Whether one layer lets a code run that ran, or not, before it."""
    for_it = _closest(code, wanted, catalogue)
    against = _closest(code, ignored, catalogue)
    if for_it < 0 and against < 0:
        return before
    return for_it > against


def _closest(code: str, selectors: Iterable[Selector], catalogue: Catalogue) -> int:
    """The precision of the selector that means the code most closely, or -1."""
    return max((_precision(one.text, code) for one in selectors if code in catalogue.codes(one.text)), default=-1)


def severity_of(code: str, settings: Settings, catalogue: Catalogue) -> str | None:
    """The severity that the settings give a code, by the most precise selector and the last of those."""
    best, found = -1, None
    for selector, severity in settings.severity:
        if code in catalogue.codes(selector.text) and _precision(selector.text, code) >= best:
            best, found = _precision(selector.text, code), severity
    return found


def unknown(settings: Settings, catalogue: Catalogue) -> tuple[list[Problem], list[Problem]]:
    """The selectors that mean no rule: first those in what selects, which is wrong; then those in what ignores."""
    wrong: list[Selector] = [selector for selector, _ in settings.severity]
    harmless: list[Selector] = [selector for _, selectors in settings.per_file_ignores for selector in selectors]
    for layer in settings.layers:
        wrong += (*(layer.select or ()), *layer.extend_select)
        harmless += layer.ignore
    return _problems(wrong, catalogue), _problems(harmless, catalogue)


def _problems(selectors: Sequence[Selector], catalogue: Catalogue) -> list[Problem]:
    """One problem for each selector that means no rule."""
    found: dict[str, Problem] = {}
    for one in selectors:
        if not catalogue.codes(one.text):
            message = f"there is no rule {one.text!r}"
            found.setdefault(one.text, Problem("unknown-rule", message, one.place, catalogue.hint(one.text)))
    return list(found.values())
