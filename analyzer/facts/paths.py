"""Algorithms on directed graphs whose nodes are 0, 1, 2 …, given as a list of successors. All are iterative.

Components are Tarjan's ("Depth-first search and linear graph algorithms", 1972).
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence

Successors = Sequence[Sequence[int]]

_MOST_STARTS = 300


def reverse_postorder(successors: Successors, entries: Iterable[int]) -> list[int]:
    """Return the nodes that can be reached, each before its successors but for edges that go back."""
    seen: set[int] = set()
    order: list[int] = []
    for entry in entries:
        if entry in seen:
            continue
        seen.add(entry)
        stack = [(entry, iter(successors[entry]))]
        while stack:
            node, rest = stack[-1]
            for following in rest:
                if following not in seen:
                    seen.add(following)
                    stack.append((following, iter(successors[following])))
                    break
            else:
                order.append(node)
                stack.pop()
    order.reverse()
    return order


def reached(successors: Successors, entries: Iterable[int]) -> set[int]:
    """Return the nodes that can be reached, the entries included."""
    found = set(entries)
    waiting = list(found)
    while waiting:
        for following in successors[waiting.pop()]:
            if following not in found:
                found.add(following)
                waiting.append(following)
    return found


def turned(successors: Successors) -> list[list[int]]:
    """Return the same graph with every edge turned round."""
    found: list[list[int]] = [[] for _ in successors]
    for node, following in enumerate(successors):
        for target in following:
            found[target].append(node)
    return found


def components(successors: Successors, nodes: Collection[int] | None = None) -> list[list[int]]:
    """Return the strongly connected components among `nodes` (all by default), successors first, each sorted."""
    allowed = range(len(successors)) if nodes is None else set(nodes)
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_: list[int] = []
    found: list[list[int]] = []
    for root in sorted(allowed):
        if root in number:
            continue
        number[root] = lowest[root] = len(number)
        open_.append(root)
        stack = [(root, iter(successors[root]))]
        while stack:
            node, rest = stack[-1]
            for following in rest:
                if following not in allowed:
                    continue
                if following not in number:
                    number[following] = lowest[following] = len(number)
                    open_.append(following)
                    stack.append((following, iter(successors[following])))
                    break
                lowest[node] = min(lowest[node], lowest[following])
            else:
                stack.pop()
                if stack:
                    lowest[stack[-1][0]] = min(lowest[stack[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    found.append(_close(node, open_, lowest, len(successors)))
    return found


def _close(root: int, open_: list[int], lowest: dict[int, int], beyond: int) -> list[int]:
    """Take a finished component from the open nodes; its nodes no longer lower others."""
    component: list[int] = []
    while True:
        node = open_.pop()
        lowest[node] = beyond
        component.append(node)
        if node == root:
            return sorted(component)


def cyclic(component: Sequence[int], successors: Successors) -> bool:
    """Say whether a component holds a cycle."""
    return len(component) > 1 or component[0] in successors[component[0]]


def shortest_path(
    successors: Successors, start: int, goal: Callable[[int], bool], allowed: Callable[[int], bool] | None = None
) -> list[int] | None:
    """Return a shortest path, by edges, from `start` to the first node that is a goal; None without one.

    Nodes for which `allowed` says no are not entered.
    """
    came: dict[int, int] = {start: start}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        if goal(node):
            return _traced(came, node)
        for following in successors[node]:
            if following not in came and (allowed is None or allowed(following)):
                came[following] = node
                waiting.append(following)
    return None


def _traced(came: dict[int, int], node: int) -> list[int]:
    path = [node]
    while came[node] != node:
        node = came[node]
        path.append(node)
    path.reverse()
    return path


def shortest_cycle(successors: Successors, nodes: Collection[int], through: int | None = None) -> list[int] | None:
    """Return the nodes of a shortest cycle within `nodes`, or of one through a node; None without one.

    In a graph of thousands of nodes it is the shortest through one of the first few hundred.
    """
    best: list[int] | None = None
    allowed = set(nodes)
    for start in sorted(allowed)[:_MOST_STARTS] if through is None else (through,):
        for following in successors[start]:
            if following not in allowed:
                continue
            path = shortest_path(successors, following, start.__eq__, allowed.__contains__)
            if path is not None and (best is None or len(path) < len(best)):
                best = [path[-1], *path[:-1]]
        if best is not None and len(best) == 1:
            return best
    return best
