"""The edges that lead back are those without which no cycle is left."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.draw.cycle import back_edges
from chaindsl.draw.model import Direction, Drawing, Edge, Line, Node, Role

ends = st.integers(0, 6)


def drawing(pairs: list[tuple[int, int]], size: int = 7) -> Drawing:
    nodes = tuple(Node(f"n{i}", Role.STEP, "") for i in range(size))
    edges = tuple(Edge(f"n{tail}", f"n{head}", Line.FLOW) for tail, head in pairs)
    return Drawing(nodes, edges, (), (), Direction.DOWN)


@given(st.lists(st.tuples(ends, ends), max_size=14))
def test_without_them_there_is_no_cycle_and_each_closes_one(pairs: list[tuple[int, int]]) -> None:
    back = back_edges(drawing(pairs))
    ahead: nx.DiGraph[int] = nx.DiGraph(pair for index, pair in enumerate(pairs) if index not in back)
    ahead.add_nodes_from(range(7))
    assert nx.is_directed_acyclic_graph(ahead)
    assert all(nx.has_path(ahead, pairs[index][1], pairs[index][0]) for index in back)


def test_a_loop_is_closed_by_what_leads_to_its_start() -> None:
    assert back_edges(drawing([(0, 1), (1, 2), (2, 1), (2, 3), (3, 3)])) == {2, 4}


def test_a_chain_may_be_longer_than_the_stack() -> None:
    size = 5_000
    assert back_edges(drawing([(i, (i + 1) % size) for i in range(size)], size)) == {size - 1}
