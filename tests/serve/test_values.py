"""Whoever decides sees what was written on the way: cut where it is long, and never what is to be kept from sight."""

from typing import Any

from chaindsl import FromActor, State, Text, chain, step, transition, workflow
from chaindsl.store.memory import MemoryStore

VALUES: dict[str, Any] = {
    "short": [1, {"a": None}],
    "text": "x" * 3_000,
    "long": list(range(2_000)),
    "secret": "s3cret",
}


@transition(source="a", target="b", actor="deterministic", writes="short")
def short() -> list[Any]:
    return VALUES["short"]  # type: ignore[no-any-return]


@transition(source="b", target="c", actor="deterministic", writes="text")
def text() -> Text:
    return str(VALUES["text"])


@transition(source="c", target="d", actor="deterministic", writes="long")
def long() -> list[int]:
    return VALUES["long"]  # type: ignore[no-any-return]


@transition(source="d", target="e", actor="deterministic", writes="secret")
def secret() -> Text:
    return str(VALUES["secret"])


@transition(source="e", target="f", actor="deterministic")
def nothing() -> None: ...


@transition(source="f", target="g")
def end(reason: FromActor[Text]) -> None: ...


seen = workflow(
    "seen", short, text, long, secret, nothing, end, initial="a", final=["g"], states=[State("f", goal="End.")]
)


@step(writes="double", each="numbers")
def double(number: int) -> int:
    return 2 * number


doubles = chain("doubles", double, inputs={"numbers": list[int]})


def test_values_are_shown_cut_and_hidden() -> None:
    runner = seen.bind().configured(store=MemoryStore(), redact={"secret"})
    values = [(step.wrote, step.value) for step in runner.session.start({}).chain]
    assert values == [
        ("short", '[1, {"a": null}]'),
        ("text", "x" * 2_000 + "…"),
        ("long", str(VALUES["long"])[:2_000] + "…"),
        ("secret", None),
        (None, None),
    ]


def test_a_list_that_was_made_item_by_item_is_shown_as_one() -> None:
    answer = doubles.bind().configured(store=MemoryStore()).session.start({"numbers": [1, 2, 3]})
    assert [(step.wrote, step.value) for step in answer.chain] == [("double", "[2, 4, 6]")]
