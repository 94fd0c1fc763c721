"""A drawing has an edge where a run may go that way, and nowhere else."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.draw.canvas import MOST_NODES
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.model import Cluster, Direction, Drawing, Edge, Frame, Line, Role
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Part, Repeat, Route, Transition, Workflow
from chaindsl.graph.guard import Expression, parse_guard
from chaindsl.graph.state import Actor, State
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import LiteralValue
from chaindsl.graph.unknown import Unknown, Why, known
from tests.draw.samples import RELEASE, SAMPLES
from tests.graph.generated import Graphs

HOLE = Unknown(Why.DYNAMIC)
STEPS = {Role.STEP, Role.MODEL_STEP, Role.START, Role.END}
A, B, C, D = (Step(name, writes=name) for name in "abcd")


def title(drawing: Drawing, node: str) -> str:
    return next(found.title for found in drawing.nodes if found.id == node)


def follows(drawing: Drawing) -> set[tuple[str, str]]:
    """Which step may come right after which, by title: every path between two through other kinds of nodes."""
    ahead: dict[str, list[str]] = {node.id: [] for node in drawing.nodes}
    for edge in drawing.edges:
        ahead[edge.tail].append(edge.head)
    steps = {node.id: node.title for node in drawing.nodes if node.role in STEPS}
    found = set()
    for first, name in steps.items():
        reached, todo = set[str](), list(ahead[first])
        while todo:
            node = todo.pop()
            if node in steps:
                found.add((name, steps[node]))
            elif node not in reached:
                reached.add(node)
                todo += ahead[node]
    return found


def part_keys(part: Part) -> set[object]:
    """Every key that a part may write."""
    match part:
        case Step():
            return {part.writes}
        case Nested():
            assert isinstance(part.flow.outputs, tuple)
            return set(part.flow.outputs)
        case Branch():
            ways = [*(route.parts for route in known(part.routes, ())), part.otherwise or ()]
            return {key for way in ways for inner in way for key in part_keys(inner)}
        case Repeat() | Parallel():
            return {key for inner in part.parts for key in part_keys(inner)}
    raise AssertionError(part)


class Oracle:
    """Which step may follow which, worked out from the meaning of the parts: the ends of all that may have run so far.

    A set of ends holds the steps that may have been the last; it knows nothing of drawings.
    """

    def __init__(self) -> None:
        self.pairs: set[tuple[str, str]] = set()
        self._left: list[tuple[object, set[str]]] = []

    def step(self, name: str, ends: set[str]) -> set[str]:
        self.pairs |= {(end, name) for end in ends}
        return {name}

    def run(self, parts: tuple[Part, ...], ends: set[str]) -> set[str]:
        for part in parts:
            ends = self.part(part, ends)
            for key, left in self._left:
                if key in self.written(part):
                    left.update(ends)
        return ends

    def written(self, part: Part) -> set[object]:
        """The keys after which a loop around the part may end: branches and loops pass that on to what is in them."""
        return set() if isinstance(part, Branch | Repeat) else part_keys(part)

    def part(self, part: Part, ends: set[str]) -> set[str]:
        match part:
            case Step():
                return self.step(str(part.name), ends)
            case Nested():
                assert isinstance(part.flow.body, Chain)
                left, self._left = self._left, []
                ends = self.run(part.flow.body.parts, ends)
                self._left = left
                return ends
            case Branch():
                assert not isinstance(part.routes, Unknown)
                routes = [route.parts for route in part.routes]
                routes += [] if part.otherwise is None else [part.otherwise]
                return set().union(*(self.run(route, ends) for route in routes))
            case Parallel():
                left, self._left = self._left, []
                ends = set().union(*(self.run((inner,), ends) for inner in part.parts)) if part.parts else ends
                self._left = left
                return ends
            case Repeat():
                return self.loop(part, ends)
        raise AssertionError(part)

    def loop(self, part: Repeat, ends: set[str]) -> set[str]:
        left = set[str]()
        self._left.append((part.until, left))
        last = self.run(part.parts, ends)
        last = self.run(part.parts, ends | last)
        self._left.pop()
        return (left or last) | (last if part.exhausted == "continue" else set())


# Every branch has a way on, so that every step can be reached.
names = st.integers(0, 10**6).map("s{}".format)
steps = st.builds(lambda name, key: Step(name, writes=key), names, st.sampled_from(["x", "y", "z"]))


keys_handed_back = st.sampled_from([(), ("x",), ("y", "z")])


def blocks(inner: st.SearchStrategy[Part]) -> st.SearchStrategy[Part]:
    some = st.lists(inner, min_size=1, max_size=3).map(tuple)
    maybe_none = st.lists(inner, max_size=2).map(tuple)
    labels = st.builds(LiteralValue, st.just("str"), st.sampled_from("ab"))
    routes = st.lists(st.builds(Route, labels, maybe_none), min_size=1, max_size=2).map(tuple)
    return (
        st.builds(Branch, st.just("k"), routes, st.none() | maybe_none)
        | st.builds(Repeat, some, st.sampled_from(["x", "y"]), st.just(3), st.sampled_from(["fail", "continue"]))
        | st.builds(Parallel, some)
        | st.builds(lambda parts, keys: Nested(Flow("inner", Chain(parts), outputs=keys)), some, keys_handed_back)
    )


parts = st.recursive(steps, blocks, max_leaves=7)


def uniquely_named(flow_parts: tuple[Part, ...]) -> bool:
    found = [node.title for node in draw_flow(Flow("start", Chain(flow_parts))).nodes if node.role in STEPS]
    return len(found) == len(set(found))


@given(st.lists(parts, max_size=4).map(tuple).filter(uniquely_named))
def test_a_chain_is_drawn_as_it_runs(flow_parts: tuple[Part, ...]) -> None:
    oracle = Oracle()
    oracle.step("end", oracle.run(flow_parts, {"start"}))
    assert follows(draw_flow(Flow("start", Chain(flow_parts)))) == oracle.pairs


@given(Graphs(holes=False).workflows())
def test_a_workflow_is_drawn_transition_by_transition(body: Workflow) -> None:
    drawing = draw_flow(
        Flow("start", replace(body, transitions=tuple(replace(t, runs=None) for t in body.transitions)))
    )
    nodes = {node.id: node for node in drawing.nodes}
    actors = [node.id for node in drawing.nodes if node.role in (Role.DETERMINISTIC, Role.AGENT, Role.HUMAN)]
    assert len(actors) == len(body.transitions)
    for node, transition in zip(actors, body.transitions, strict=True):
        into = sorted(nodes[edge.tail].title for edge in drawing.edges if edge.head == node)
        out = [edge for edge in drawing.edges if edge.tail == node]
        assert into == sorted(shown(transition.sources))
        assert sorted(nodes[e.head].title for e in out if e.line is not Line.FAILURE) == sorted(
            shown(transition.targets)
        )
        failing = [nodes[edge.head].title for edge in out if edge.line is Line.FAILURE]
        assert failing == ([] if transition.on_failure is None else shown((transition.on_failure,)))
    timeouts = [e for e in drawing.edges if e.line is Line.TIMEOUT]
    others = [e for e in drawing.edges if not {e.tail, e.head} & set(actors) and e not in timeouts]
    assert [(nodes[e.tail].role, nodes[e.head].title) for e in others] == [(Role.START, *shown((body.initial,)))]


def shown(names: object) -> list[str]:
    assert isinstance(names, tuple)
    return [str(name) or "''" for name in names]


def pairs(drawing: Drawing) -> list[tuple[str, str, str, Line]]:
    return [(title(drawing, e.tail), title(drawing, e.head), " / ".join(e.label), e.line) for e in drawing.edges]


def of(*found: Part) -> Drawing:
    return draw_flow(Flow("f", Chain(found)))


def test_a_branch_names_its_ways() -> None:
    routes = (Route(LiteralValue("str", "x"), (A,)), Route(LiteralValue("bool", True), ()), Route(HOLE, ()))
    assert pairs(of(Branch("k", routes, (B,)), C)) == [
        ("f", "k?", "", Line.FLOW),
        ("k?", "a", "x", Line.FLOW),
        ("k?", "b", "otherwise", Line.FLOW),
        ("a", "c", "", Line.FLOW),
        ("k?", "c", "True, ?", Line.FLOW),
        ("b", "c", "", Line.FLOW),
        ("c", "end", "", Line.FLOW),
    ]


def test_a_repeat_is_left_where_its_key_is_written() -> None:
    drawing = of(Repeat((A, B), "a", 3, "continue"), C)
    assert pairs(drawing) == [
        ("f", "a", "", Line.FLOW),
        ("a", "b", "not a", Line.FLOW),
        ("b", "a", "again", Line.AGAIN),
        ("a", "c", "a", Line.FLOW),
        ("b", "c", "after 3 rounds", Line.FLOW),
        ("c", "end", "", Line.FLOW),
    ]
    assert drawing.clusters == (Cluster("c1", Frame.REPEAT, "repeat until a, at most 3 rounds, then goes on"),)
    assert [node.cluster for node in drawing.nodes] == [None, "c1", "c1", None, None]


def test_a_repeat_of_which_little_is_known() -> None:
    drawing = of(Repeat((A,), HOLE, HOLE, HOLE))
    assert pairs(drawing) == [
        ("f", "a", "", Line.FLOW),
        ("a", "a", "again", Line.AGAIN),
        ("a", "end", "?", Line.FLOW),
        ("a", "end", "after ? rounds", Line.UNKNOWN),
    ]
    assert drawing.clusters[0].title == "repeat until ?, at most ? rounds, then ?"


def test_a_repeat_may_be_left_from_within_a_branch() -> None:
    route = Route(LiteralValue("str", "x"), (A,))
    assert pairs(of(Repeat((Branch("k", (route,), ()), B), "a", 2)))[3:] == [
        ("k?", "b", "otherwise", Line.FLOW),
        ("b", "k?", "again", Line.AGAIN),
        ("a", "end", "a", Line.FLOW),
    ]


def test_parallel_parts_fork_and_join() -> None:
    assert pairs(of(Parallel((A, B)))) == [
        ("f", "side by side", "", Line.FLOW),
        ("side by side", "a", "", Line.FLOW),
        ("side by side", "b", "", Line.FLOW),
        ("a", "all done", "", Line.FLOW),
        ("b", "all done", "", Line.FLOW),
        ("all done", "end", "", Line.FLOW),
    ]


def test_nested_flows_are_frames_in_frames() -> None:
    inner = Flow("inner", Chain((B,)), outputs=("b",))
    outer = Flow("outer", Chain((A, Nested(inner))))
    drawing = of(Nested(outer), Nested(Flow(HOLE, Chain(()), HOLE, HOLE)))
    assert drawing.clusters == (
        Cluster("c1", Frame.NESTED, "chain outer: nothing → b"),
        Cluster("c2", Frame.NESTED, "chain inner: nothing → b", "c1"),
    )
    assert [(node.title, node.cluster) for node in drawing.nodes] == [
        ("f", None),
        ("a", "c1"),
        ("b", "c2"),
        ("end", None),
    ]


def test_blocks_without_parts_are_passed_by() -> None:
    assert pairs(of(Parallel(()), Repeat((), "k", 2), Nested(Flow("g", Chain(()))))) == [("f", "end", "", Line.FLOW)]


def test_what_can_not_be_followed_is_seen() -> None:
    drawing = of(Hole(Unknown(Why.OUTSIDE, "lib.part")), Hole(HOLE, many=True), Branch(HOLE, HOLE))
    unknown = [(node.title, node.lines) for node in drawing.nodes if node.role is Role.UNKNOWN]
    assert unknown == [
        ("unknown part", ("outside project", "lib.part")),
        ("unknown parts, any number", ("dynamic",)),
        ("unknown routes", ("dynamic",)),
    ]


def test_guards_limits_and_the_order_of_trying_stand_on_edges() -> None:
    drawing = draw_flow(RELEASE)
    labels = {(title(drawing, e.tail), title(drawing, e.head)): e.label for e in drawing.edges if e.label}
    assert labels == {
        ("test", "run_tests"): ("1. when linted is not None and", "   not skip"),
        ("test", "skip_tests"): ("2. when small_change(diff, path)", "at most once"),
        ("build", "build_artifact"): ("at most 3 times",),
        ("ready", "abort"): ("when tries in ['a', 'b']",),
        ("run_lint", "aborted"): ("on failure",),
        ("build_artifact", "aborted"): ("on failure",),
        ("approve", "approved"): ("returns approved",),
        ("approve", "aborted"): ("returns aborted",),
        ("ready", "aborted"): ("after 3600 s",),
    }


def test_states_say_what_they_are() -> None:
    states = (State("a", goal="Look."), State("b", final=True), State("c", timeout=5), State("d", HOLE, timeout=HOLE))
    go = Transition("go", ("a",), ("b", "x"), Actor.AGENT, menu=True)
    drawing = draw_flow(Flow("f", Workflow((go,), "a", states=states)))
    assert [(node.title, node.role, node.lines) for node in drawing.nodes if node.title in "abcdx"] == [
        ("a", Role.STATE, ("goal: Look.",)),
        ("b", Role.FINAL, ("final",)),
        ("x", Role.MISSING, ("no state of this workflow",)),
        ("c", Role.STATE, ("waits at most 5 s",)),
        ("d", Role.STATE, ("goal: ?", "waits at most ? s")),
    ]


def test_no_state_is_missing_where_others_may_be() -> None:
    go = Transition("go", ("a",), ("x",))
    for body in (Workflow((go,), "a", open=HOLE), Workflow((go,), "a", final=HOLE), Workflow((go,), "a", states=HOLE)):
        assert Role.MISSING not in {node.role for node in draw_flow(Flow("f", body)).nodes}


def test_an_inner_workflow_leads_on_from_its_final_states() -> None:
    go = Transition("go", ("s",), ("t",), Actor.DETERMINISTIC, guard=Expression(parse_guard("k")))
    inner = Flow("w", Workflow((go,), "s", ("t", "u")), outputs=())
    assert pairs(of(Nested(inner), A)) == [
        ("f", "", "", Line.FLOW),
        ("", "s", "", Line.FLOW),
        ("s", "go", "when k", Line.DETERMINISTIC),
        ("go", "t", "", Line.DETERMINISTIC),
        ("t", "a", "", Line.FLOW),
        ("u", "a", "", Line.FLOW),
        ("a", "end", "", Line.FLOW),
    ]


def test_the_start_says_what_a_flow_is_given_and_may_spend() -> None:
    assert draw_flow(RELEASE).nodes[0].lines == (
        "workflow",
        "given path: str, diff?",
        "hands back deployment",
        "at most 20 transitions in a row",
        "always run_tests before deployed",
        "always a decision of human before approved",
        "always deploy at most once",
        "never build_artifact after deployed",
    )
    assert draw_flow(SAMPLES["qa"]).nodes[0].lines == (
        "chain",
        "given question: Text",
        "budget 20 s, 12 calls, 200 000 bytes",
    )


def test_the_legend_explains_what_is_there_and_nothing_else() -> None:
    for flow in SAMPLES.values():
        drawing = draw_flow(flow)
        explained = [node.role for node in drawing.legend]
        plain = {Role.START, Role.END, Role.INITIAL}
        assert len(explained) == len(set(explained))
        assert set(explained) == {node.role for node in drawing.nodes} - plain


def test_wide_flows_lead_to_the_right_and_long_ones_down() -> None:
    wide = of(Parallel(tuple(Step(f"s{i}") for i in range(8))))
    long = of(*(Step(f"s{i}") for i in range(8)))
    assert (wide.direction, long.direction) == (Direction.RIGHT, Direction.DOWN)
    assert draw_flow(Flow("f", Chain(())), Direction.RIGHT).direction is Direction.RIGHT


def test_flows_that_double_at_every_level_are_refused() -> None:
    flow = Flow("f", Chain((A,)))
    for _ in range(30):
        flow = Flow("f", Chain((Nested(flow), Nested(flow))))
    with pytest.raises(ChainDslError) as refused:
        draw_flow(flow)
    assert (refused.value.code, refused.value.issue.message) == (
        "draw-too-large",
        f"a picture of more than {MOST_NODES} nodes",
    )


ODD = ["end", "\u202e", "x" * 10_000, '"]\n-->', "%%{init: {}}%%"]
# By number: hypothesis would write all of it into the strategy's name.
odd = st.integers(0, len(ODD) - 1).map(lambda number: ODD[number])


@given(Graphs(st.text(max_size=8) | odd).flows())
def test_every_graph_can_be_drawn(flow: Flow) -> None:
    drawing = draw_flow(flow)
    nodes = [node.id for node in (*drawing.nodes, *drawing.legend)]
    clusters = {cluster.id for cluster in drawing.clusters}
    assert len(nodes) == len(set(nodes))
    assert {end for edge in drawing.edges for end in (edge.tail, edge.head)} <= set(nodes)
    assert {node.cluster for node in drawing.nodes} <= clusters | {None}
    assert {cluster.parent for cluster in drawing.clusters} <= clusters | {None}
    for text in said(drawing):
        assert text.isprintable()
        assert len(text) <= 100
    assert draw_flow(flow) == drawing


def said(drawing: Drawing) -> list[str]:
    nodes = [text for node in (*drawing.nodes, *drawing.legend) for text in (node.title, *node.lines)]
    return [*nodes, *(text for edge in drawing.edges for text in edge.label), *(c.title for c in drawing.clusters)]


def test_edges_of_one_way_are_one_edge() -> None:
    assert of(A).edges == (Edge("n1", "n2", Line.FLOW), Edge("n2", "n3", Line.FLOW))
