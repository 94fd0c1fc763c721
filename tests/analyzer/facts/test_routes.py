"""Which labels name the same route."""

from itertools import product

from analyzer.facts.routes import Labels
from chaindsl.graph.typeform import LiteralValue

ALL = [
    LiteralValue("str", "1"),
    LiteralValue("int", 1),
    LiteralValue("bool", True),
    LiteralValue("enum", 1, "Colour.RED"),
    LiteralValue("enum", "1", "Colour.BLUE"),
    LiteralValue("enum", None, "Colour.GREEN"),
    LiteralValue("enum", 1, "Size.SMALL"),
    LiteralValue("None", None),
]


def same(one: LiteralValue, other: LiteralValue) -> bool:
    if one.type == other.type:
        return one == other
    return "enum" in (one.type, other.type) and one.value == other.value


def test_a_label_is_found_under_its_type_and_a_member_of_an_enum_by_its_value_as_well() -> None:
    for one, other in product(ALL, ALL):
        assert (one in Labels([other])) is same(one, other)
        assert (one in Labels([*ALL[:2], other])) is any(same(one, label) for label in (*ALL[:2], other))
