"""Which rules run: the more precise selector wins, and the later layer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.settings.selection import ALL, Catalogue, selected, severity_of, unknown
from analyzer.settings.settings import Globs, Layer, Selector, Settings

CATALOGUE = Catalogue(
    {"CD101": "deterministic-cycle", "CD102": "unreachable", "CD201": "read-before-write", "CD505": "carried-too-long"},
    frozenset({"CD101", "CD102", "CD201"}),
)
SELECTORS = st.lists(st.sampled_from([ALL, "CD", "CD1", "CD10", "CD101", "unreachable", "CD5", "nothing"]), max_size=3)


def chosen(*texts: str) -> tuple[Selector, ...]:
    return tuple(Selector(text) for text in texts)


def layer(select: list[str] | None = None, extend: list[str] | None = None, ignore: list[str] | None = None) -> Layer:
    return Layer(None if select is None else chosen(*select), chosen(*(extend or ())), chosen(*(ignore or ())))


def test_without_layers_the_default_rules_run() -> None:
    assert selected([], CATALOGUE) == {"CD101", "CD102", "CD201"}
    assert selected([Layer()], CATALOGUE) == {"CD101", "CD102", "CD201"}


@pytest.mark.parametrize(
    ("selector", "codes"),
    [
        ("CD101", {"CD101"}),
        ("deterministic-cycle", {"CD101"}),
        ("CD1", {"CD101", "CD102"}),
        ("CD", {"CD101", "CD102", "CD201", "CD505"}),
        ("ALL", {"CD101", "CD102", "CD201", "CD505"}),
        ("CD9", set()),
        ("all", set()),
        ("deterministic", set()),
    ],
)
def test_a_selector_stands_for_codes(selector: str, codes: set[str]) -> None:
    assert CATALOGUE.codes(selector) == codes


@pytest.mark.parametrize(
    ("layers", "codes"),
    [
        ([layer(["CD1"])], {"CD101", "CD102"}),
        ([layer(extend=["CD505"])], {"CD101", "CD102", "CD201", "CD505"}),
        ([layer(ignore=["CD1"])], {"CD201"}),
        ([layer(["ALL"], ignore=["CD1"])], {"CD201", "CD505"}),
        ([layer(["CD101"], ignore=["CD1"])], {"CD101"}),
        ([layer(["CD1"], ignore=["unreachable"])], {"CD101"}),
        ([layer(["CD1"], ignore=["CD1"])], set()),
        ([layer(["CD101"], ignore=["deterministic-cycle"])], set()),
        ([layer(["CD1"]), layer(extend=["CD2"])], {"CD101", "CD102", "CD201"}),
        ([layer(["CD1"], ignore=["CD2"]), layer(["CD2"])], {"CD201"}),
        ([layer(ignore=["CD101"]), layer(ignore=["CD201"])], {"CD102"}),
        ([layer(ignore=["CD101"]), layer(extend=["CD1"])], {"CD101", "CD102", "CD201"}),
        ([layer([])], set()),
    ],
)
def test_layers_decide(layers: list[Layer], codes: set[str]) -> None:
    assert selected(layers, CATALOGUE) == codes


@given(SELECTORS, SELECTORS, SELECTORS)
def test_the_last_select_forgets_what_was_before(before: list[str], select: list[str], ignore: list[str]) -> None:
    last = layer(select, ignore=ignore)
    assert selected([layer(before, ignore=before), last], CATALOGUE) == selected([last], CATALOGUE)


@given(SELECTORS, SELECTORS)
def test_order_within_a_layer_means_nothing(select: list[str], ignore: list[str]) -> None:
    assert selected([layer(select, ignore=ignore)], CATALOGUE) == selected(
        [layer(select[::-1], ignore=ignore[::-1])], CATALOGUE
    )


def test_the_most_precise_severity_holds() -> None:
    severities = (
        (Selector("CD101"), "info"),
        (Selector("CD1"), "error"),
        (Selector("CD2"), "error"),
        (Selector("read-before-write"), "warning"),
        (Selector("CD201"), "info"),
    )
    settings = Settings(severity=severities)
    found = {code: severity_of(code, settings, CATALOGUE) for code in CATALOGUE.names}
    assert found == {"CD101": "info", "CD102": "error", "CD201": "info", "CD505": None}


def test_what_means_no_rule_is_wrong_where_it_selects_and_harmless_where_it_ignores() -> None:
    settings = Settings(
        layers=(
            Layer((Selector("CD120", "a.toml:3"),), chosen("CD120"), chosen("CD999")),
            Layer(chosen("unreachabel"), ignore=chosen("CD101")),
        ),
        per_file_ignores=((Globs("/", ("a",)), chosen("nothing-like-it")),),
        severity=((Selector("cd101"), "info"),),
    )
    wrong, harmless = unknown(settings, CATALOGUE)
    assert sorted(map(str, wrong)) == [
        "a.toml:3: there is no rule 'CD120'; did you mean 'CD201'? [unknown-rule]",
        "there is no rule 'cd101'; did you mean 'CD101'? [unknown-rule]",
        "there is no rule 'unreachabel'; did you mean 'unreachable'? [unknown-rule]",
    ]
    assert sorted(map(str, harmless)) == [
        "there is no rule 'CD999' [unknown-rule]",
        "there is no rule 'nothing-like-it' [unknown-rule]",
    ]
