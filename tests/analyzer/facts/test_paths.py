"""Graph algorithms against networkx, on random graphs."""

import itertools

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from analyzer.facts.paths import (
    components,
    cyclic,
    reached,
    reverse_postorder,
    shortest_cycle,
    shortest_path,
)

SIZE = 9
graphs = st.lists(st.lists(st.integers(0, SIZE - 1), max_size=4, unique=True), min_size=SIZE, max_size=SIZE)


def oracle(successors: list[list[int]]) -> "nx.DiGraph[int]":
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(successors)))
    graph.add_edges_from((node, target) for node, targets in enumerate(successors) for target in targets)
    return graph


@given(graphs)
def test_components_are_those_of_networkx_successors_first(successors: list[list[int]]) -> None:
    found = components(successors)
    expected = {frozenset(part) for part in nx.strongly_connected_components(oracle(successors))}
    assert {frozenset(part) for part in found} == expected
    position = {node: number for number, part in enumerate(found) for node in part}
    assert all(position[target] <= position[node] for node in range(SIZE) for target in successors[node])


@given(graphs, st.sets(st.integers(0, SIZE - 1)))
def test_components_among_some_nodes(successors: list[list[int]], nodes: set[int]) -> None:
    expected = {frozenset(part) for part in nx.strongly_connected_components(oracle(successors).subgraph(nodes))}
    assert {frozenset(part) for part in components(successors, nodes)} == expected


@given(graphs, st.integers(0, SIZE - 1))
def test_shortest_paths_and_reach(successors: list[list[int]], goal: int) -> None:
    graph = oracle(successors)
    found = shortest_path(successors, 0, goal.__eq__)
    assert reached(successors, [0]) == nx.descendants(graph, 0) | {0}
    if found is None:
        assert not nx.has_path(graph, 0, goal)
    else:
        assert found[0] == 0
        assert found[-1] == goal
        assert all(graph.has_edge(*edge) for edge in itertools.pairwise(found))
        assert len(found) - 1 == nx.shortest_path_length(graph, 0, goal)


@given(graphs)
def test_shortest_cycles(successors: list[list[int]]) -> None:
    graph = oracle(successors)
    for part in components(successors):
        found = shortest_cycle(successors, part)
        if not cyclic(part, successors):
            assert found is None
            continue
        assert found is not None
        assert all(graph.has_edge(*edge) for edge in zip(found, [*found[1:], found[0]], strict=True))
        assert len(found) == min(len(cycle) for cycle in nx.simple_cycles(graph.subgraph(part)))


@given(graphs)
def test_reverse_postorder_puts_a_node_before_what_it_alone_leads_to(successors: list[list[int]]) -> None:
    downward = [[target for target in targets if target > node] for node, targets in enumerate(successors)]
    order = reverse_postorder(downward, [0])
    assert set(order) == reached(downward, [0])
    position = {node: number for number, node in enumerate(order)}
    assert all(position[node] < position[target] for node in order for target in downward[node])


def test_a_line_of_many_nodes_is_no_matter_of_recursion() -> None:
    line: list[list[int]] = [[node + 1] for node in range(20_000)] + [[0]]
    assert len(components(line)) == 1
    assert len(reverse_postorder(line, [0])) == 20_001
    assert shortest_cycle(line, [0, 1]) is None
