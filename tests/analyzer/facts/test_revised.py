"""A flow with one thing changed: that one thing, wherever it stands, and nothing else."""

from dataclasses import replace

from analyzer.facts.revised import with_name, with_part, with_transition
from chaindsl.graph.flow import Branch, Flow, Part, Workflow
from chaindsl.graph.state import State
from tests.analyzer.building import UNKNOWN, branch, chain, go, parallel, repeat, step, workflow


def test_a_part_is_replaced_wherever_it_stands() -> None:
    one, two, new = step("one"), step("two"), step("new")

    def flow(*part: Part) -> Flow:
        return chain(
            *part,
            branch("k", {"x": [two, *part]}, list(part)),
            repeat(*part, two, until="done"),
            parallel(two, *part),
            Branch("k", UNKNOWN),
        )

    assert with_part(flow(one), one, new) == flow(new)
    assert with_part(flow(one), one, None) == flow()
    assert with_part(flow(one), step("one"), new) == flow(one)  # a part that only looks like it stays


def test_the_work_of_a_transition_is_replaced() -> None:
    work, new = step("go"), step("go", "x")
    flow = workflow(go("go", "a > b", work=work), go("on", "b > z"), final="z")
    found = with_part(flow, work, new)
    assert isinstance(found.body, Workflow)
    assert [one.work for one in found.body.transitions] == [new, step("on", "", None, attempts=1)]
    assert with_part(flow, work, None) == flow
    assert with_part(flow, work, repeat(until="done")) == flow


def test_a_transition_is_replaced() -> None:
    first, second = go("go", "a > b"), go("on", "b > z")
    new = replace(first, limit=2)
    flow = workflow(first, second, final="z")
    found = with_transition(flow, first, new)
    assert isinstance(found.body, Workflow)
    assert found.body.transitions == (new, second)
    assert with_transition(chain(step("a")), first, new) == chain(step("a"))


def test_a_key_gets_its_right_name() -> None:
    def flow(key: str) -> Flow:
        return chain(
            branch(key, {"x": [repeat(step("a"), until=key)]}),
            branch("other", {"x": []}),
            repeat(step("b"), until="other"),
            outputs=f"{key} other",
        )

    assert with_name(flow("kin"), "kin", "kind") == flow("kind")
    assert with_name(replace(flow("kin"), outputs=UNKNOWN), "kin", "kind").outputs == UNKNOWN
    assert with_name(replace(flow("kin"), outputs=None), "kin", "kind").outputs is None


def test_a_state_gets_its_right_name() -> None:
    def flow(name: str) -> Flow:
        return workflow(
            go("go", f"a > {name}", on_failure=name),
            go("menu", f"b > z | {name}", on_failure="z"),
            replace(go("any", "b > z"), targets=UNKNOWN),
            final="z",
            states=(State("b", on_timeout=name), State("c", on_timeout="z")),
        )

    assert with_name(flow("sned"), "sned", "send") == flow("send")
    found = with_name(flow("x"), "a", "start").body
    assert isinstance(found, Workflow)
    assert found.initial == "start"
    unknown = replace(flow("x"), body=replace(found, states=UNKNOWN))
    assert with_name(unknown, "x", "y") == replace(
        flow("y"), body=replace(_body(flow("y")), initial="start", states=UNKNOWN)
    )


def _body(flow: Flow) -> Workflow:
    assert isinstance(flow.body, Workflow)
    return flow.body
