"""Which keys are freed where, in chains and in workflows."""

from typing import Any

from chaindsl.graph.flow import Workflow
from chaindsl.language.blocks import branch, parallel, repeat
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.liveness import dead_keys
from chaindsl.vocabulary.values import Values
from tests.runtime.world import World


def make(name: str, *reads: str, writes: str = "", value: object = "x") -> Any:
    space: dict[str, Any] = {"value": value}
    exec(f"def {name}({', '.join(f'{key}: object' for key in reads)}) -> object: return value", space)
    return step(writes=writes or name.upper())(space[name])


def left(*parts: Any, outputs: list[str] | None = None) -> list[list[str]]:
    flow = chain("freed", *parts, inputs={"q": object}, drop=True, outputs=outputs)
    records = World().bind(flow).iter({"q": "q"})
    return [sorted(records.run.values) for _ in records]


def test_each_key_is_freed_after_its_last_reader_outputs_excepted() -> None:
    parts = (make("a", "q"), make("b", "A"), make("c", "q", "B"), make("d", "C"))
    assert left(*parts, outputs=["D", "A"]) == [["A", "q"], ["A", "B", "q"], ["A", "C"], ["A", "D"]]


def test_what_nobody_reads_goes_at_once() -> None:
    assert left(make("a", "q"), make("b", "q")) == [["q"], ["B"]]


def test_a_key_that_only_one_route_reads_is_freed_on_the_other_too() -> None:
    def routes(kind: object) -> list[list[str]]:
        chosen = branch("KIND", {True: (make("b", "A"), make("c", "B")), False: make("d", "q")})
        return left(make("a", "q"), make("kind", "q", value=kind), chosen, make("e", "q"))

    assert routes(True) == [["A", "q"], ["A", "KIND", "q"], ["B", "q"], ["q"], ["E"]]
    assert routes(False) == [["A", "q"], ["A", "KIND", "q"], ["q"], ["E"]]


def test_what_the_next_round_reads_is_kept_for_it() -> None:
    loop = repeat(
        make("b", "A", writes="A"),
        make("c", "q"),
        make("ok", "C", value=False),
        until="OK",
        limit=2,
        exhausted="continue",
    )
    found = left(make("a", "q"), loop, make("e", "OK"))
    round_ = [["A", "C", "OK", "q"]]
    assert found == [["A", "q"], ["A", "q"], ["A", "C", "q"], *round_, *round_, *round_, ["OK"], ["E"]]


def test_parts_side_by_side_keep_what_the_others_read() -> None:
    assert left(make("a", "q"), parallel(make("b", "A"), make("c", "A")), make("d", "B"))[-1] == ["D"]


def test_all_values_are_kept_for_whoever_reads_all() -> None:
    @step(writes="all")
    def everything(values: Values) -> str:
        return ",".join(values)

    assert left(make("a", "q"), make("b", "q"), everything, make("z", "all")) == [
        ["A", "q"],
        ["A", "B", "q"],
        ["all"],
        ["Z"],
    ]


def test_dead_keys_follow_the_ways_through_a_workflow() -> None:
    @transition(source="a", target="b", actor="deterministic", writes="x")
    def one(q: str) -> str:
        return q

    @transition(source="b", target="a", when="len(x) > 3")
    def back() -> None: ...

    @transition(source="b", target="c", writes="y", on_failure="d")
    def two(x: str) -> str:
        return x

    @transition(source="d", target="c")
    def three(z: str = "") -> None: ...

    body = workflow(
        "ways", one, back, two, three, initial="a", final=["c"], inputs={"q": str}, outputs=["y"]
    ).graph.body
    assert isinstance(body, Workflow)
    assert dead_keys(body, frozenset({"y"})) == {
        "a": frozenset({"x"}),
        "b": frozenset(),
        "c": frozenset({"q", "x", "z"}),
        "d": frozenset({"q", "x"}),
    }
