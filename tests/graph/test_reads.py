"""What a step reads, and what it is under other names."""

from chaindsl.graph.reads import step_reads
from chaindsl.graph.rename import rename_step
from chaindsl.graph.step import Check, Each, Effect, Read, Source, Step
from chaindsl.graph.typeform import STR
from chaindsl.graph.unknown import Unknown, Why

HOLE = Unknown(Why.DYNAMIC)
STEP = Step(
    "send",
    reads=(Read("a", STR, optional=True), Read("who", source=Source.ACTOR), Read("all", source=Source.VALUES)),
    writes="sent",
    validators=(Check("sound", (Read("b"), Read("a", parameter="first"))),),
    each=Each("items", parameter="item"),
    effect=Effect("send-{a}-{c}-{item}"),
)


def test_everything_that_counts_is_read_once() -> None:
    assert [(read.key, read.optional) for read in step_reads(STEP)] == [
        ("a", False),
        ("all", False),
        ("items", False),
        ("b", False),
        ("c", False),
    ]


def test_what_is_unknown_reads_nothing() -> None:
    assert step_reads(Step("x", validators=HOLE, each=HOLE, effect=HOLE)) == ()
    assert step_reads(Step("x", each=Each(HOLE))) == ()


def test_a_renamed_step_reads_other_keys_under_its_own_parameters() -> None:
    renamed = rename_step(STEP, "again", {"a": "x", "items": "y", "c": "z", "b": "a", "item": "w"}, "done")
    assert (renamed.name, renamed.writes) == ("again", "done")
    assert [(read.key, read.parameter) for read in renamed.reads] == [("x", "a"), ("who", "who"), ("all", "all")]
    assert renamed.validators == (Check("sound", (Read("a", parameter="b"), Read("x", parameter="first"))),)
    assert renamed.each == Each("y", parameter="item")
    assert renamed.effect == Effect("send-{x}-{z}-{item}")


def test_renaming_nothing_changes_the_name_only() -> None:
    assert rename_step(STEP, "send", {}, None) == STEP
    hole = Step("x", validators=HOLE, each=Each(HOLE), effect=HOLE)
    assert rename_step(hole, "x", {"a": "b"}, None) == hole
