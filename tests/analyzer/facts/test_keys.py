"""Definite writes, liveness and reaching writes: laws against all runs of small chains, and pinned cases."""

from hypothesis import assume, given, settings

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.net import Kind, Net
from chaindsl.graph.flow import Chain, Flow, Hole, Nested
from chaindsl.graph.unknown import Unknown, Why
from tests.analyzer.building import HOLE, branch, chain, go, lit, parallel, repeat, step, workflow
from tests.analyzer.facts.chains_at_random import flows
from tests.analyzer.facts.executions import executions, most_runs


def names(facts: FlowFacts, bits: int) -> set[str]:
    return set(facts.net.index.keys(bits))


def node(facts: FlowFacts, name: str) -> int:
    return next(n for n, part in enumerate(facts.net.nodes) if part.name == name and part.kind is not Kind.DONE)


def before(flow: Flow, name: str) -> set[str]:
    facts = FlowFacts(flow)
    return names(facts, facts.keys.before[node(facts, name)])


def behind(flow: Flow, name: str) -> set[str]:
    facts = FlowFacts(flow)
    return names(facts, facts.keys.live[node(facts, name)])


@given(flows())
@settings(max_examples=150)
def test_what_is_certainly_written_is_what_all_runs_have_written(flow: Flow) -> None:
    facts = FlowFacts(flow)
    seen: dict[str, set[str]] = {}
    maybe: dict[str, set[str]] = {}
    for written, events in executions(flow):
        for event in events:
            seen[event.step] = seen.get(event.step, set(event.before)) & event.before
            maybe[event.step] = maybe.get(event.step, set()) | event.before
        seen["end"] = seen.get("end", set(written)) & written
    for name, keys in seen.items():
        number = Net.END if name == "end" else node(facts, name)
        found = facts.keys.before[number]
        assert {key for key in facts.net.index.names if facts.net.index.bit(key) & found} == keys
    for name, keys in maybe.items():
        assert names(facts, facts.keys.maybe[node(facts, name)]) >= keys


@given(flows(optional=True))
@settings(max_examples=150)
def test_a_write_that_is_not_live_is_never_read(flow: Flow) -> None:
    assert isinstance(flow.body, Chain)
    assume(most_runs(flow.body.parts) <= 20_000)
    facts = FlowFacts(flow)
    reads = {str(part.name): {use.key for use in part.contract.uses} for part in facts.net.nodes if part.name}
    writes = {str(part.name): {write.key for write in part.contract.writes} for part in facts.net.nodes if part.name}
    outputs = {use.key for use in facts.net.nodes[Net.END].contract.uses}
    for _, events in executions(flow):
        for index, event in enumerate(events):
            for key in writes[event.step]:
                if facts.keys.live[node(facts, event.step)] & facts.net.index.bit(key):
                    continue
                for later in events[index + 1 :]:
                    assert key not in reads[later.step]
                    if key in writes[later.step]:
                        break
                else:
                    assert key not in outputs


def test_the_writers_before_a_loop_ends_count_and_those_behind_do_not() -> None:
    loop = repeat(step("draft"), step("check", "draft", "ok"), step("revise", "draft", "notes"), until="ok")
    assert before(chain(loop, step("last"), inputs="q"), "last") == {"q", "draft", "ok"}
    assert before(chain(loop, inputs="q"), "revise") == {"q", "draft", "ok"}
    assert before(chain(loop, inputs="q"), "draft") == {"q"}


def test_a_loop_that_goes_on_when_it_is_used_up_has_done_all_its_parts_on_that_path_only() -> None:
    loop = repeat(step("check", "", "ok"), step("notes"), until="ok", exhausted="continue")
    assert before(chain(loop, step("last")), "last") == {"ok"}


def test_only_what_all_routes_write_is_written() -> None:
    both = branch("k", {"x": [step("a"), step("b")], "y": step("a2", "", "a")})
    assert before(chain(both, step("last"), inputs="k"), "last") == {"k", "a"}
    assert before(chain(branch("k", {"x": step("a")}, ()), step("last"), inputs="k"), "last") == {"k"}


def test_a_route_that_cannot_occur_takes_nothing_away() -> None:
    route = step("route", type=lit("x"))
    routes = branch("route", {"x": step("a"), "y": step("b")})
    assert before(chain(route, routes, step("last")), "last") == {"route", "a"}
    assert before(chain(route, branch("route", {"x": step("a")}, ()), step("last")), "last") == {"route", "a"}


def test_parallel_parts_have_all_written_when_they_join_and_see_nothing_of_each_other() -> None:
    flow = chain(parallel(step("a"), step("b")), step("last"))
    assert before(flow, "last") == {"a", "b"}
    assert before(flow, "b") == set()


def test_a_hole_may_write_and_read_everything() -> None:
    facts = FlowFacts(chain(step("a"), HOLE, step("b", "zzz")))
    assert facts.keys.before[node(facts, "b")] == -1
    assert names(facts, facts.keys.live[node(facts, "a")]) >= {"a"}
    assert facts.keys.writers(node(facts, "b"), "zzz") is None


def test_a_nested_flow_reads_its_inputs_and_writes_its_outputs() -> None:
    inner = chain(step("x", "q"), branch("x", {"1": step("y")}, ()), inputs="q", outputs="x y", name="inner")
    flow = chain(step("q"), Nested(inner), step("last", "x"))
    facts = FlowFacts(flow)
    assert before(flow, "last") == {"q", "x"}
    assert names(facts, facts.keys.maybe[node(facts, "last")]) == {"q", "x", "y"}
    assert behind(flow, "q") == {"q"}


def test_the_last_value_before_a_read_is_the_one_that_is_read() -> None:
    facts = FlowFacts(chain(step("a"), step("a2", "", "a"), parallel(step("a3", "", "a"), step("b")), step("c", "a")))
    writers = facts.keys.writers(node(facts, "c"), "a")
    assert writers is not None
    assert [write.writer for write in writers] == ["step `a3`"]
    assert [write.writer for write in facts.keys.writers(node(facts, "b"), "a") or ()] == ["step `a2`"]


def test_transitions_have_written_only_where_they_have_not_failed() -> None:
    flow = workflow(
        go("t", "a > b", writes="k", on_failure="c"), go("u", "b > d"), go("v", "c > d"), final="d", inputs="q"
    )
    facts = FlowFacts(flow)
    assert names(facts, facts.keys.before[node(facts, "b")]) == {"q", "k"}
    assert names(facts, facts.keys.before[node(facts, "c")]) == {"q"}
    assert names(facts, facts.keys.before[node(facts, "d")]) == {"q"}


def test_guards_read_where_they_are_tried() -> None:
    flow = workflow(
        go("t", "a > b", writes="x"),
        go("u", "b > c", guard="x > 1"),
        go("v", "b > c", guard="ready(y)"),
        go("w", "b > c", by="agent", guard="z"),
        final="c",
        inputs="y z",
    )
    facts = FlowFacts(flow)
    assert names(facts, facts.keys.live[Net.START]) == {"y", "z"}
    done = next(n for n, part in enumerate(facts.net.nodes) if part.kind is Kind.DONE and part.name == "t")
    assert names(facts, facts.keys.live[done]) == {"x", "y", "z"}


def test_transitions_that_are_not_known_may_do_anything() -> None:
    flow = workflow(go("t", "a > b"), go("u", "b > c", reads_="k"), final="c", open=Unknown(Why.DYNAMIC))
    facts = FlowFacts(flow)
    assert facts.keys.before[node(facts, "u")] == -1


def test_a_hole_in_a_loop_may_end_it() -> None:
    hole = Hole(Unknown(Why.DYNAMIC), many=True)
    facts = FlowFacts(chain(repeat(hole, step("a"), until="ok"), step("last", "zzz")))
    assert facts.keys.before[node(facts, "last")] == -1
