"""Arguments of one call: given, replaced, taken out."""

import pytest

from tests.analyzer.edit.written import after, site


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("f(a)\n", "f(a, z=1)\n"),
        ("f()\n", "f(z=1)\n"),
        ("f(a, z=2, b=3)\n", "f(a, z=1, b=3)\n"),
        ("f(a, z=(2))\n", "f(a, z=(1))\n"),
        ("x = [\n    f(\n        a,\n    )\n]\n", "x = [\n    f(\n        a,\n        z=1,\n    )\n]\n"),
        ("f(a, z=MOST)\n", None),
        ("f(*a)\n", None),
        ("f(a, **b)\n", None),
        ("f(a for a in b)\n", None),
    ],
)
def test_a_value_is_given(text: str, result: str | None) -> None:
    assert after(text, site(text).given("z", "1")) == result


def test_an_argument_is_taken_out_with_its_name() -> None:
    text = "f(a, b=(1), c=2)\n"
    found = site(text)
    held = found.value("b")
    assert held is not None
    assert after(text, found.without(held)) == "f(a, c=2)\n"


def test_a_value_is_found_by_its_name_or_at_its_position() -> None:
    found = site("f(1, 2, c=3)\n")
    values = (found.value("a", 0), found.value("c", 5), found.value("d", 2), found.value("d"))
    assert [getattr(one, "value", None) for one in values] == [1, 3, None, None]
    assert site("f(*a, 1)\n").value("b", 1) is None
