"""A name that is not there is answered with those that are."""

import pytest

from chaindsl.graph.nearest import nearest


@pytest.mark.parametrize(
    ("name", "names", "answer"),
    [
        ("relase", ["qa", "release"], "did you mean release?"),
        ("abcd", ["abce", "abcf", "abcg", "abch"], "did you mean abch or abcg or abcf?"),
        ("x", ["qa", "release", "qa"], "there is qa, release"),
        ("x", [], "there is none"),
        (
            "q",
            [f"flow_{i}" for i in range(12)],
            "there is " + ", ".join(f"flow_{i}" for i in range(10)) + " and 2 more",
        ),
    ],
)
def test_the_nearest_names(name: str, names: list[str], answer: str) -> None:
    assert nearest(name, names) == answer
